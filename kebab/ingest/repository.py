"""Tell which git repository, branch and commit a folder is of, from git's own files alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_MOST_BYTES: Final = 10_000_000  # of packed-refs; the other files are a line
_MOST_HOPS: Final = 5  # of a reference that names another
_REFERENCE: Final = re.compile(r"ref:\s*(refs/\S+)")
_COMMIT: Final = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_HEADS: Final = "refs/heads/"
_WITHOUT_FILES: Final = ".invalid"  # what HEAD names where references are kept in a table


@dataclass(frozen=True, slots=True)
class Repository:
    """A working tree. `branch` is empty where none is checked out, `commit` where none is known."""

    name: str
    branch: str = ""
    commit: str = ""


class RepositoryFinder:
    """Finds the repository of many folders, and looks at each folder once."""

    def __init__(self) -> None:
        self._found: dict[Path, Repository | None] = {}

    def find(self, folder: Path) -> Repository | None:
        """Return the innermost repository around a folder, None where there is none."""
        looked: list[Path] = []
        found: Repository | None = None
        for place in (folder, *folder.parents):
            if place in self._found:
                found = self._found[place]
                break
            looked.append(place)
            if (found := find_repo(place)) is not None:
                break
        self._found |= dict.fromkeys(looked, found)
        return found


def find_repo(root: Path) -> Repository | None:
    """Read the repository whose working tree starts at `root`; None where none starts there."""
    git_folder = _git_folder(root)
    if git_folder is None:
        return None
    shared = _shared_folder(git_folder)
    name = shared.parent.name if shared != git_folder and shared.name == ".git" else root.name
    head = _read(git_folder / "HEAD")
    branch = ""
    for hop in range(_MOST_HOPS):
        match = _REFERENCE.fullmatch(head)
        if match is None or ".." in match[1]:
            break
        if hop == 0 and match[1].startswith(_HEADS):
            branch = match[1].removeprefix(_HEADS)
        head = _resolved(match[1], git_folder, shared)
    return Repository(
        name=name,
        branch="" if branch == _WITHOUT_FILES else branch,
        commit=head if _COMMIT.fullmatch(head) else "",
    )


def _git_folder(root: Path) -> Path | None:
    """Follow `.git`: a folder, or the file that names it in a worktree or a submodule."""
    mark = root / ".git"
    folder = mark
    if mark.is_file():
        label, _, named = _read(mark).partition(":")
        if label != "gitdir" or not named.strip():
            return None
        folder = root / named.strip()
    return folder if (folder / "HEAD").is_file() else None


def _shared_folder(git_folder: Path) -> Path:
    """Return the folder with the references that all worktrees share."""
    named = _read(git_folder / "commondir")
    return (git_folder / named).resolve() if named else git_folder


def _resolved(reference: str, git_folder: Path, shared: Path) -> str:
    for folder in dict.fromkeys((git_folder, shared)):
        if value := _read(folder / reference):
            return value
    for line in _read(shared / "packed-refs").split("\n"):
        commit, _, name = line.partition(" ")
        if name.strip() == reference:
            return commit
    return ""


def _read(path: Path) -> str:
    """Read a small text file; nothing where it is not there or cannot be read."""
    try:
        if not path.is_file() or path.stat().st_size > _MOST_BYTES:
            return ""
        return path.read_text("utf-8", "replace").strip()
    except (OSError, ValueError):
        return ""
