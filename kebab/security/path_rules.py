"""The rules that say which files tools may read and write, and the settings they come from."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from kebab.security.secret_names import plain_name, secret_part
from kebab.settings.model import Settings

# Where systems keep what programs remember, in the home folder and without a dot.
_SYSTEM_FOLDERS = {"darwin": {"library"}, "win32": {"appdata"}, "linux": {"snap"}}
_KERNEL = (Path("/proc"), Path("/sys"), Path("/dev"))
_MEMORY_DISK = Path("/dev/shm")  # noqa: S108 - a folder like any other, though below /dev
OF_THE_SYSTEM = "it is the system's, and no file on a disk"


class Purpose(StrEnum):
    """What a path is wanted for."""

    READ = "read"
    WRITE = "write"


@dataclass(frozen=True, slots=True)
class PathRules:
    """Every path is real: absolute, without links and `..`.

    A root may be a single file. `home` shows nothing hidden to a root that holds all of it. `own`
    are kebab's files, `unwritten` those that may be read. `allow_all` is for a person who names
    the file on the command line.
    """

    roots: tuple[Path, ...]
    output_roots: tuple[Path, ...]
    home: Path | None = None
    system_folders: frozenset[str] = frozenset()
    own: tuple[Path, ...] = ()
    unwritten: tuple[Path, ...] = ()
    allow_all: bool = False

    def roots_for(self, purpose: Purpose) -> tuple[Path, ...]:
        """Return the folders that count for this purpose."""
        return self.roots if purpose is Purpose.READ else self.output_roots


def home_folder() -> Path | None:
    """Return the person's home folder; None where the system knows of none."""
    try:
        return Path.home()
    except RuntimeError:
        return None


def rules_of(
    settings: Settings, home: Path | None, *, allow_all: bool = False, own: Iterable[Path] = ()
) -> PathRules:
    """Take the rules from the settings; `own` adds files of kebab that lie elsewhere.

    A home that is the whole disk, as some containers have it, is no root.
    """
    home = None if home is None else _real(home)
    security = settings.security
    usual = [source.root for source in settings.sources]
    if home is not None and home != Path(home.anchor):
        usual.append(home)
    roots = security.roots or tuple(usual)
    kept = (settings.storage.data_dir, settings.storage.state_dir, *own)
    kept += tuple(path for path in (settings.http.token_file, settings.http.tls_key) if path)
    return PathRules(
        roots=tuple(_real(root) for root in roots),
        output_roots=tuple(_real(root) for root in security.output_roots or roots),
        home=home,
        system_folders=frozenset(_SYSTEM_FOLDERS.get(sys.platform, ())),
        own=tuple(_real(path) for path in kept),
        unwritten=() if settings.path is None else (_real(settings.path),),
        allow_all=allow_all,
    )


def reason_against(path: Path, purpose: Purpose, rules: PathRules) -> str | None:
    """Say why a real path must not be used, None where it may. Nothing is asked of the disk."""
    if _is_below(path, _KERNEL) and not path.is_relative_to(_MEMORY_DISK):
        return OF_THE_SYSTEM
    if rules.allow_all:
        return None
    reason: str | None = f"it lies outside the folders that tools may {purpose}"
    for root in rules.roots_for(purpose):
        if path.is_relative_to(root):
            reason = _reason_below(root, path, purpose, rules)
            if reason is None:
                return None
    return reason


def _reason_below(root: Path, path: Path, purpose: Purpose, rules: PathRules) -> str | None:
    below = path.relative_to(root).parts
    is_writing = purpose is Purpose.WRITE
    if any(path.is_relative_to(own) and not _is_inside(root, own) for own in rules.own):
        return "it belongs to kebab"
    if is_writing and path in rules.unwritten:
        return "it holds kebab's settings"
    if secret := secret_part(below):
        return f"what is named {secret} may hold a secret"
    home = rules.home
    of_home: tuple[str, ...] = ()
    if home is not None and home.is_relative_to(root) and path.is_relative_to(home):
        of_home = path.relative_to(home).parts
    if any(plain_name(part).startswith(".") for part in (below if is_writing else of_home)):
        return "it is hidden, or lies in a hidden folder"
    if of_home and plain_name(of_home[0]) in rules.system_folders:
        return f"{of_home[0]} in the home folder belongs to programs"
    return None


def _is_below(path: Path, folders: Iterable[Path]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def _is_inside(path: Path, folder: Path) -> bool:
    return path != folder and path.is_relative_to(folder)


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))
