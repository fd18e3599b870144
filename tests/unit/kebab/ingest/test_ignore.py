"""Ignore files say what git says."""

from __future__ import annotations

import os
import random
import shutil
import subprocess

import pytest

from kebab.ingest.ignore import IgnoreRules
from kebab.ingest.scan import ScanRules
from kebab.ingest.walk import walk

NAMES = ("a", "b", "foo", "bar", "x.md", "y.md", "build", "a b.md", "#h", "!n", "docs")
PATTERNS = (
    "foo",
    "foo/",
    "/foo",
    "foo/*",
    "foo/**",
    "**/foo",
    "**/foo/",
    "a/**/b",
    "*.md",
    "!x.md",
    "!foo/x.md",
    "/*",
    "!/docs",
    "!docs/",
    "*",
    "!*/",
    "!*.md",
    "a/b",
    "/a/b/",
    "foo/bar",
    "!foo/bar/",
    "**",
    "**/",
    "f?o",
    "[ab]",
    "[!a]",
    "[a-c]*",
    "\\#h",
    "\\!n",
    "#h",
    "a b.md",
    "x.md ",
    "docs/**/",
    "!docs/**",
    "*/foo",
    "foo/**/bar",
    "!/a/",
    "a/*",
    "!a/b",
    "b*r",
    "[",
    "**/*",
    "*/**",
    "!**/docs",
    "foo/**/*.md",
    "/**/x.md",
    "a/**/",
    "!a/**",
    "[[:alpha:]]",
    "x[.]md",
    "d[^a]cs",
    "/",
    "//",
    "a//b",
    "foo\\",
    "*/",
    "**/a/**",
    "***",
    "a**b",
    "\\foo",
    "!",
)  # fmt: skip - a table


def rules(text, name=".gitignore", exclude=()):
    return IgnoreRules.at_root(exclude).within("", name, text)


def left_out(found, path, *, is_folder=False):
    return found.layer_against(path, path.rpartition("/")[2], is_folder=is_folder)


def grow(rng, folder, depth=0):
    """Make a tree of folders and files with ignore files here and there."""
    for name in rng.sample(NAMES, rng.randint(2, 5)):
        if depth < 3 and "." not in name and rng.random() < 0.6:
            (folder / name).mkdir()
            grow(rng, folder / name, depth + 1)
        else:
            (folder / name).with_suffix(".md").touch()
    if depth == 0 or rng.random() < 0.35:
        lines = [rng.choice(PATTERNS) for _ in range(rng.randint(1, 4))]
        (folder / ".gitignore").write_text("\n".join(lines) + "\n")


@pytest.mark.skipif(shutil.which("git") is None, reason="git says what is right")
@pytest.mark.parametrize("seed", range(30))
def test_scan_finds_the_files_that_git_does_not_ignore(seed, tmp_path):
    grow(random.Random(seed), tmp_path)  # noqa: S311 - a game
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    git = shutil.which("git")
    listing = [git, "ls-files", "-z", "--others", "--exclude-standard"]
    subprocess.run([git, "init", "-q"], cwd=tmp_path, env=environment, check=True)
    said = subprocess.run(
        listing, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
    )
    expected = sorted(path for path in said.stdout.split("\0") if path.endswith(".md"))

    assert [file.path for file in walk(tmp_path, ScanRules()).files] == expected


@pytest.mark.parametrize(
    ("text", "path", "is_folder", "expected"),
    [
        ("/coverage", "coverage", True, "gitignore"),
        ("/coverage", "sub/coverage", True, None),
        ("*.md\n!keep.md", "keep.md", False, None),
        ("*.md\n!keep.md", "sub/other.md", False, "gitignore"),
        ("foo/**", "foo", True, None),
        ("build/", "build", False, None),
        ("\ufeffnotes.md\r\n", "notes.md", False, "gitignore"),
        ("cafe\u0301.md", "caf\u00e9.md", False, "gitignore"),
        ("trailing \n", "trailing", False, "gitignore"),
        ("[", "[", False, None),
    ],
)
def test_rule_decides_about_an_entry(text, path, is_folder, expected):
    assert left_out(rules(text), path, is_folder=is_folder) == expected


def test_deeper_file_goes_before_the_one_above():
    found = rules("*.md").within("sub/", ".gitignore", "!keep.md")

    assert left_out(found, "sub/keep.md") is None
    assert left_out(found, "keep.md") == "gitignore"


def test_kebabignore_goes_before_gitignore_wherever_they_stand():
    found = rules("!a.md\nb.md", ".kebabignore").within("sub/", ".gitignore", "a.md")

    assert left_out(found, "sub/a.md") is None
    assert left_out(found, "b.md") == "kebabignore"


def test_settings_go_before_every_file():
    found = rules("!secret.md", ".kebabignore", exclude=["secret.md", "!node_modules/"])

    assert left_out(found, "secret.md") == "exclude"
    assert left_out(found, "node_modules", is_folder=True) is None


def test_built_in_folder_comes_back_by_kebabignore_but_not_by_gitignore():
    everything_back = "*\n!*/\n!*.md"

    assert left_out(rules(everything_back), "target", is_folder=True) == "builtin"
    assert left_out(rules("!target/", ".kebabignore"), "target", is_folder=True) is None
    assert left_out(rules("!.git/", ".kebabignore"), ".git", is_folder=True) == "builtin"


def test_odd_sets_are_no_warning():
    assert left_out(rules("[[a&&b--]"), "x") is None
