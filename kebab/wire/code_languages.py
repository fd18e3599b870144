"""Tell by a file's name, or by the line that starts a script, what code it holds. Pure."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Final

CODE_LANG_BY_EXTENSION: Final = {
    "astro": "astro",
    "avsc": "json",
    "bash": "shell",
    "bat": "batch",
    "bazel": "starlark",
    "bzl": "starlark",
    "c": "c",
    "c++": "cpp",
    "cc": "cpp",
    "cfg": "ini",
    "cjs": "javascript",
    "clj": "clojure",
    "cljs": "clojure",
    "cmake": "cmake",
    "cmd": "batch",
    "conf": "ini",
    "cpp": "cpp",
    "cs": "csharp",
    "csproj": "xml",
    "css": "css",
    "cts": "typescript",
    "cu": "cpp",
    "cxx": "cpp",
    "dart": "dart",
    "dockerfile": "dockerfile",
    "el": "elisp",
    "erl": "erlang",
    "ex": "elixir",
    "exs": "elixir",
    "f90": "fortran",
    "fs": "fsharp",
    "fsproj": "xml",
    "go": "go",
    "gql": "graphql",
    "gradle": "groovy",
    "graphql": "graphql",
    "groovy": "groovy",
    "h": "c",
    "h++": "cpp",
    "hcl": "hcl",
    "hh": "cpp",
    "hpp": "cpp",
    "hrl": "erlang",
    "hs": "haskell",
    "hxx": "cpp",
    "ini": "ini",
    "inl": "cpp",
    "ipp": "cpp",
    "java": "java",
    "jl": "julia",
    "js": "javascript",
    "json": "json",
    "json5": "json",
    "jsonc": "json",
    "jsonnet": "jsonnet",
    "jsx": "javascript",
    "ksh": "shell",
    "kt": "kotlin",
    "kts": "kotlin",
    "less": "css",
    "libsonnet": "jsonnet",
    "lua": "lua",
    "m": "objc",
    "mak": "make",
    "mjs": "javascript",
    "mk": "make",
    "ml": "ocaml",
    "mli": "ocaml",
    "mm": "objc",
    "mts": "typescript",
    "nix": "nix",
    "pas": "pascal",
    "php": "php",
    "phtml": "php",
    "pl": "perl",
    "plist": "xml",
    "pm": "perl",
    "properties": "ini",
    "props": "xml",
    "proto": "protobuf",
    "ps1": "powershell",
    "psm1": "powershell",
    "py": "python",
    "pyi": "python",
    "pyw": "python",
    "r": "r",
    "rake": "ruby",
    "rb": "ruby",
    "rs": "rust",
    "sass": "css",
    "sbt": "scala",
    "scala": "scala",
    "scss": "css",
    "service": "ini",
    "sh": "shell",
    "sol": "solidity",
    "sql": "sql",
    "star": "starlark",
    "svelte": "svelte",
    "swift": "swift",
    "targets": "xml",
    "tf": "hcl",
    "tfvars": "hcl",
    "toml": "toml",
    "ts": "typescript",
    "tsx": "tsx",
    "vb": "vb",
    "vbproj": "xml",
    "vim": "vim",
    "vue": "vue",
    "wsdl": "xml",
    "xml": "xml",
    "xsd": "xml",
    "xsl": "xml",
    "xslt": "xml",
    "yaml": "yaml",
    "yml": "yaml",
    "zig": "zig",
    "zsh": "shell",
}
CODE_LANG_BY_NAME: Final = {
    ".bash_profile": "shell",
    ".bashrc": "shell",
    ".editorconfig": "ini",
    ".gitconfig": "ini",
    ".profile": "shell",
    ".zshrc": "shell",
    "cargo.lock": "toml",
    "cmakelists.txt": "cmake",
    "composer.lock": "json",
    "containerfile": "dockerfile",
    "dockerfile": "dockerfile",
    "gemfile": "ruby",
    "gemfile.lock": "lock",
    "gnumakefile": "make",
    "go.mod": "gomod",
    "go.sum": "gomod",
    "go.work": "gomod",
    "jenkinsfile": "groovy",
    "justfile": "make",
    "makefile": "make",
    "pipfile": "toml",
    "pipfile.lock": "json",
    "podfile": "ruby",
    "poetry.lock": "toml",
    "rakefile": "ruby",
    "requirements.txt": "requirements",
    "uv.lock": "toml",
    "vagrantfile": "ruby",
    "yarn.lock": "lock",
}
CODE_LANGS: Final = tuple(
    sorted({*CODE_LANG_BY_EXTENSION.values(), *CODE_LANG_BY_NAME.values(), "code"})
)
UNKNOWN_CODE: Final = "code"  # of a file that was routed here without a known language
_INTERPRETERS: Final = (
    ("python", "python"),
    ("node", "javascript"),
    ("deno", "typescript"),
    ("bun", "typescript"),
    ("ts-node", "typescript"),
    ("ruby", "ruby"),
    ("php", "php"),
    ("perl", "perl"),
    ("lua", "lua"),
    ("swift", "swift"),
    ("kotlin", "kotlin"),
    ("Rscript", "r"),
    ("make", "make"),
    ("pwsh", "powershell"),
)
_MOST_SHEBANG_CHARS: Final = 200
_SHELLS: Final = frozenset({"sh", "bash", "dash", "ksh", "zsh", "ash", "bats"})
_SHEBANG: Final = re.compile(r"#![ \t]*(\S+)([^\n]*)")
_VERSION: Final = re.compile(r"[\d.]+$")


def code_lang_of_name(name: str) -> str | None:
    """Return the language of a file of this name; None where the name says nothing."""
    lowered = PurePosixPath(name).name.lower()
    if named := CODE_LANG_BY_NAME.get(lowered):
        return named
    stem, dot, extension = lowered.rpartition(".")
    if stem in {"dockerfile", "containerfile"}:  # Dockerfile.dev
        return "dockerfile"
    return CODE_LANG_BY_EXTENSION.get(extension) if dot and stem.strip(".") else None


def code_lang_of_shebang(head: str) -> str | None:
    """Return the language of a script by its first line; None where that names no interpreter."""
    match = _SHEBANG.match(head[:_MOST_SHEBANG_CHARS])
    if match is None:
        return None
    program = PurePosixPath(match[1]).name
    if program == "env":
        words = [word for word in match[2].split() if word[0] != "-" and "=" not in word]
        program = PurePosixPath(words[0]).name if words else ""
    program = _VERSION.sub("", program)
    if program in _SHELLS:
        return "shell"
    return dict(_INTERPRETERS).get(program)
