"""Decide which files and folders a scan leaves out: git's rules, entry by entry. Pure.

An entry is asked about only after every folder above it was let through, as git does it: what
lies in an ignored folder cannot come back. Rules above a source's root are not read: naming a
root is a wish to have it. The first layer that says anything about an entry decides:

    version control      .git and its like, always left out
    exclude              the settings' patterns, gitignore syntax from the root
    kebabignore          .kebabignore files, the deepest first
    builtin              folders of tools and caches, files of operating systems
    gitignore            .gitignore files, the deepest first
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from pathspec.patterns.gitignore import GitIgnorePatternError
from pathspec.patterns.gitignore.spec import GitIgnoreSpecPattern

Layer = Literal["builtin", "gitignore", "kebabignore", "exclude"]

GITIGNORE: Final = ".gitignore"
KEBABIGNORE: Final = ".kebabignore"
# A folder that holds one of these files says of itself that a tool made it.
MARKERS: Final = frozenset({"pyvenv.cfg", "CACHEDIR.TAG"})

_VERSION_CONTROL = frozenset({".git", ".hg", ".svn", ".jj"})
_FOLDERS = frozenset(
    {
        "node_modules",
        "bower_components",
        "target",
        "__pycache__",
        "__pypackages__",
        "venv",
        ".venv",
        ".tox",
        ".nox",
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".cache",
        ".gradle",
        ".terraform",
        ".idea",
        ".vscode",
        ".obsidian",
        ".trash",
        ".Trash",
        ".Trashes",
        ".Spotlight-V100",
        ".fseventsd",
        ".stversions",
        "$RECYCLE.BIN",
        "System Volume Information",
    }
)  # fmt: skip - one name a line would fill the file
_FILES = frozenset({".DS_Store", "Thumbs.db", "ehthumbs.db", "desktop.ini"})
_APPLE_DOUBLE = "._"
_OFFICE_LOCK = "~$"
# pathspec's own short forms, which are written for search() on a path with all that is above it.
_WHOLE_ENTRY = {".": ".+", "(?P<ps_d>/)": ".+/"}
_POSIX_CLASS = re.compile(r"(\[[^\[\]]*)\[:([a-z]+):\]")
_POSIX_RANGES = {
    "alpha": "a-zA-Z",
    "digit": "0-9",
    "alnum": "a-zA-Z0-9",
    "lower": "a-z",
    "upper": "A-Z",
    "xdigit": "0-9a-fA-F",
    "space": " \t\n\r\f\v",
    "blank": " \t",
    "punct": "!-.:-@\\[-`{-~",
}  # fmt: skip - a table
_ESCAPE_OR_SET = re.compile(r"\\.|\[\^?\]?[^\]]*\]", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rule:
    """One line of an ignore file. `pattern` matches the whole path of an entry, never part."""

    pattern: re.Pattern[str]
    leaves_out: bool


@dataclass(frozen=True, slots=True)
class RuleFile:
    """The rules of one file, last line first; they see paths below `base` ("" or "a/b/")."""

    base: str
    rules: tuple[Rule, ...]

    def decide(self, path: str) -> bool | None:
        """Say whether the entry is left out; None where no rule speaks of it."""
        below = path[len(self.base) :]
        for rule in self.rules:
            if rule.pattern.fullmatch(below):
                return rule.leaves_out
        return None


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """All that applies in one folder."""

    exclude: RuleFile
    kebabignore: tuple[RuleFile, ...] = ()
    gitignore: tuple[RuleFile, ...] = ()

    @staticmethod
    def at_root(exclude: Iterable[str]) -> IgnoreRules:
        """Start at a root with the settings' patterns."""
        return IgnoreRules(RuleFile("", parse_rules(exclude)))

    def within(self, base: str, name: str, text: str) -> IgnoreRules:
        """Add the ignore file `name` of the folder `base`."""
        added = RuleFile(base, parse_rules(split_lines(text)))
        if name == KEBABIGNORE:
            return replace(self, kebabignore=(added, *self.kebabignore))
        return replace(self, gitignore=(added, *self.gitignore))

    def layer_against(self, path: str, name: str, *, is_folder: bool) -> Layer | None:
        """Name the layer that leaves the entry out, None where it stays."""
        if name in _VERSION_CONTROL:
            return "builtin"
        entry = f"{path}/" if is_folder else path
        built_in = _is_built_in(name, is_folder=is_folder)
        said = self.exclude.decide(entry)
        if said is not None:
            return ("builtin" if built_in else "exclude") if said else None
        said = _first(self.kebabignore, entry)
        if said is not None:
            return "kebabignore" if said else None
        if built_in:
            return "builtin"
        return "gitignore" if _first(self.gitignore, entry) else None


def parse_rules(lines: Iterable[str]) -> tuple[Rule, ...]:
    """Read patterns in gitignore syntax; the result has the last line first.

    A line that is no pattern matches nothing, as in git.
    """
    rules = [rule for line in lines if (rule := _parse_rule(line)) is not None]
    return tuple(reversed(rules))


def split_lines(text: str) -> list[str]:
    """Split an ignore file at line feeds alone, as git does, and drop the CR before them."""
    return [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]


def _parse_rule(line: str) -> Rule | None:
    try:
        source, leaves_out = GitIgnoreSpecPattern.pattern_to_regex(
            _entry_form(unicodedata.normalize("NFC", line))
        )
        if source is None or leaves_out is None:
            return None
        source = _ESCAPE_OR_SET.sub(_without_nested_sets, _WHOLE_ENTRY.get(source, source))
        return Rule(re.compile(source, re.DOTALL), leaves_out)
    except (GitIgnorePatternError, re.error):
        return None


def _entry_form(line: str) -> str:
    """Spell a pattern so that pathspec's regex means the entry alone.

    `a/**` becomes `a/**/*`: the same entries, without `a` itself. `[[:digit:]]`, which pathspec
    does not know, becomes `[0-9]`.
    """
    while match := _POSIX_CLASS.search(line):
        ranges = _POSIX_RANGES.get(match[2], "")
        line = f"{line[: match.start()]}{match[1]}{ranges}{line[match.end() :]}"
    if line.lstrip("!") in {"**", "**/"}:
        return line
    for tail, spelled in (("/**", "/**/*"), ("/**/", "/**/*/")):
        if line.endswith(tail):
            return line.removesuffix(tail) + spelled
    return line


def _without_nested_sets(match: re.Match[str]) -> str:
    """Escape what `re` warns of inside [...]: it may mean set operations one day."""
    text = match[0]
    return text if text[0] == "\\" else text[0] + re.sub(r"[\[&~|]|(?<=-)-", r"\\\g<0>", text[1:])


def _first(files: Sequence[RuleFile], entry: str) -> bool | None:
    for file in files:
        said = file.decide(entry)
        if said is not None:
            return said
    return None


def _is_built_in(name: str, *, is_folder: bool) -> bool:
    if is_folder:
        return name in _FOLDERS
    return name in _FILES or name.startswith((_APPLE_DOUBLE, _OFFICE_LOCK))
