"""Make of what was heard of a source the paths in it that matter, before anything is looked up."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from kebab.ingest.ignore import GITIGNORE, KEBABIGNORE, MARKERS, IgnoreRules
from kebab.ingest.media import medium_of
from kebab.ingest.scan import ScanRules
from kebab.ingest.unnamed import is_unnamed
from kebab.ingest.watching import Stamp, is_passing

_RULES = frozenset({GITIGNORE, KEBABIGNORE, *MARKERS})


@dataclass(frozen=True, slots=True)
class Heard:
    """What changes in a source come to: paths of files and of what is gone, new folders, and
    whether the rules of what is left out have changed.
    """

    paths: frozenset[str] = frozenset()
    folders: frozenset[str] = frozenset()
    has_new_rules: bool = False


def place_heard(
    root: Path, rules: ScanRules, known: Collection[str], changes: Iterable[tuple[bool, str]]
) -> Heard:
    """Sort the changed places of a source; what a scan leaves out by its name is dropped.

    Of a `known` folder only its coming anew counts, by its place.
    """
    ignore = IgnoreRules.at_root(rules.exclude)
    paths: set[str] = set()
    folders: set[str] = set()
    has_new_rules = False
    for is_added, place in changes:
        path = below(root, place)
        if not path or _is_left_out(place, path, ignore, rules.barred):
            continue
        name = path.rpartition("/")[2]
        if name in _RULES:
            has_new_rules = True
        elif Path(place).is_dir():
            if is_added or place not in known:
                folders.add(path)
        elif medium_of(name) is not None or is_unnamed(name) or not os.path.lexists(place):
            paths.add(path)
    return Heard(frozenset(paths), frozenset(folders), has_new_rules)


def below(root: Path, place: str) -> str:
    """Write a place as a path below the root, "" where it is not below; POSIX and NFC."""
    try:
        found = Path(place).relative_to(root).as_posix()
        found.encode()
    except ValueError:  # not below, or not valid UTF-8
        return ""
    return "" if found == "." else unicodedata.normalize("NFC", found)


def stamp_of(place: Path) -> Stamp:
    """Return size and time of a file, None where there is none."""
    try:
        status = place.stat()
    except OSError:
        return None
    return status.st_size, status.st_mtime_ns


def _is_left_out(place: str, path: str, ignore: IgnoreRules, barred: frozenset[str]) -> bool:
    name = path.rpartition("/")[2]
    if is_passing(name) or any(_is_at_or_below(place, folder) for folder in barred):
        return True
    parts = path.split("/")
    return any(
        ignore.layer_against("/".join(parts[:depth]), parts[depth - 1], is_folder=True)
        for depth in range(1, len(parts))
    )


def _is_at_or_below(place: str, folder: str) -> bool:
    return place == folder or place.startswith(folder + os.sep)
