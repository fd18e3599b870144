"""Look through one source's folder: which files there are, which are left out, and why.

Paths are POSIX, NFC, and below the root; `disk_path` keeps the spelling of the file system.
Where something could not be looked at, the scan says so instead of reporting it as absent.
"""

from __future__ import annotations

import errno
import os
import stat
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kebab.errors import FileNotFoundInputError, InvalidInputError, UnreadableDocumentError
from kebab.ingest.ignore import GITIGNORE, KEBABIGNORE, MARKERS, IgnoreRules
from kebab.ingest.scan import (
    FailedEntry,
    FoundFile,
    Scan,
    ScanRules,
    SkippedEntry,
    SkipReason,
    cannot_read,
)
from kebab.ingest.unnamed import medium_of_file
from kebab.ingest.wanted import Wanted

_MAX_IGNORE_FILE_BYTES = 1_000_000


def walk(root: Path, rules: ScanRules, is_stopped: Callable[[], bool] = lambda: False) -> Scan:
    """Scan a source. Raises where the root itself cannot be read."""
    try:
        is_folder = stat.S_ISDIR(root.stat().st_mode)
    except (FileNotFoundError, NotADirectoryError) as cause:
        raise FileNotFoundInputError(
            f"the folder {root} does not exist",
            hint="correct `root` of the source in kebab.toml, or mount the disk it is on; "
            "nothing was removed from the index",
            details={"path": str(root)},
        ) from cause
    except OSError as cause:
        raise cannot_read(str(root), cause) from cause
    if not is_folder:
        raise InvalidInputError(
            f"the root {root} is not a folder",
            hint="name the folder that holds it, or add the file with `kebab ingest-file`",
            details={"path": str(root)},
        )
    return _Scanner(root, rules, is_stopped).scan()


@dataclass(frozen=True, slots=True)
class _Folder:
    disk_path: str
    prefix: str
    rules: IgnoreRules


class _Scanner:
    """One scan. Links to folders wait until the real tree was seen: a folder is seen once."""

    def __init__(self, root: Path, rules: ScanRules, is_stopped: Callable[[], bool]) -> None:
        self._root = _Folder(str(root), "", IgnoreRules.at_root(rules.exclude))
        self._real_root = os.path.realpath(root)
        self._rules = rules
        self._wanted = Wanted(rules.only)
        self._is_stopped = is_stopped
        self._seen: set[tuple[int, int]] = set()
        self._links: list[_Folder] = []
        self._files: dict[str, FoundFile] = {}
        self._skipped: list[SkippedEntry] = []
        self._failed: list[FailedEntry] = []
        self._unseen: list[str] = []
        self._folders: list[str] = []

    def scan(self) -> Scan:
        stack = [self._root]
        while stack and not self._is_stopped():
            stack += self._visit(stack.pop())
            if not stack:
                self._links.sort(key=lambda link: link.prefix, reverse=True)
                stack = [self._links.pop()] if self._links else []
        if stack:
            self._unseen.append("")
        return Scan(
            files=tuple(self._files[path] for path in sorted(self._files)),
            skipped=tuple(sorted(self._skipped, key=lambda entry: entry.path)),
            failed=tuple(sorted(self._failed, key=lambda entry: entry.path)),
            unseen=tuple(sorted(self._unseen)),
            folders=tuple(self._folders),
        )

    def _visit(self, folder: _Folder) -> list[_Folder]:
        """Take in one folder; return the folders in it, last name first."""
        try:
            status = Path(folder.disk_path).stat()
            if (status.st_dev, status.st_ino) in self._seen:
                self._skip(folder.prefix, "already_seen")
                return []
            self._seen.add((status.st_dev, status.st_ino))
            with os.scandir(folder.disk_path) as listing:
                entries = sorted(listing, key=lambda entry: entry.name)
            rules = _rules_within(folder, entries)
        except OSError as cause:
            self._fail_folder(folder, cause)
            return []
        if folder.prefix and any(entry.name in MARKERS for entry in entries):
            self._skip(folder.prefix, "builtin")
            return []
        self._folders.append(folder.disk_path)
        below = [self._enter(entry, folder.prefix, rules) for entry in entries]
        return [found for found in reversed(below) if found is not None]

    def _fail_folder(self, folder: _Folder, cause: OSError) -> None:
        error = cannot_read(folder.disk_path, cause)
        if not folder.prefix:
            raise error from cause
        self._failed.append(FailedEntry(folder.prefix, error))
        self._unseen.append(folder.prefix)

    def _enter(self, entry: os.DirEntry[str], prefix: str, rules: IgnoreRules) -> _Folder | None:
        """Take in a file; return a folder that is to be visited."""
        name = entry.name
        if not name.isascii():
            try:
                name.encode()
            except UnicodeEncodeError:
                self._fail_name(prefix, name)
                return None
            name = unicodedata.normalize("NFC", name)
        path = prefix + name
        if not self._wanted.touches(path):
            return None
        try:
            return self._sort_entry(entry, path, name, rules)
        except OSError as cause:
            self._failed.append(FailedEntry(path, cannot_read(entry.path, cause)))
            self._unseen.append(f"{path}/")
            return None

    def _sort_entry(
        self, entry: os.DirEntry[str], path: str, name: str, rules: IgnoreRules
    ) -> _Folder | None:
        is_link = entry.is_symlink()
        is_folder = entry.is_dir(follow_symlinks=False)
        layer = rules.layer_against(path, name, is_folder=is_folder)
        if layer is None and entry.path in self._rules.barred:
            layer = "builtin"
        if layer is not None:
            self._skip(f"{path}/" if is_folder else path, layer)
        elif is_folder:
            return _Folder(entry.path, f"{path}/", rules)
        elif is_link:
            self._take_link(entry, path, name, rules)
        elif entry.is_file(follow_symlinks=False):
            self._take_file(entry, path, name)
        else:
            self._skip(path, "special_file")
        return None

    def _take_link(self, entry: os.DirEntry[str], path: str, name: str, rules: IgnoreRules) -> None:
        try:
            target = os.path.realpath(entry.path, strict=True)
        except FileNotFoundError:
            self._skip(path, "dangling_link")
            return
        except OSError as cause:
            if cause.errno != errno.ELOOP:
                raise
            self._skip(path, "dangling_link")
            return
        if not (self._rules.follow_symlinks or self._is_inside(target)):
            self._skip(path, "outside_root")
        elif entry.is_dir():
            if layer := rules.layer_against(path, name, is_folder=True):
                self._skip(f"{path}/", layer)
            else:
                self._links.append(_Folder(entry.path, f"{path}/", rules))
        elif entry.is_file():
            self._take_file(entry, path, name)
        else:
            self._skip(path, "special_file")

    def _is_inside(self, target: str) -> bool:
        return target == self._real_root or target.startswith(
            self._real_root.rstrip(os.sep) + os.sep
        )

    def _take_file(self, entry: os.DirEntry[str], path: str, name: str) -> None:
        media = medium_of_file(name, entry.path)
        if media is None:
            self._skip(path, "unsupported_media")
            return
        if media not in self._rules.media:
            self._skip(path, "unwanted_media")
            return
        status = entry.stat()
        if status.st_size > self._rules.max_bytes.get(media, status.st_size):
            self._skip(path, "too_large")
            return
        found = FoundFile(path, entry.path, media, status.st_size, status.st_mtime_ns)
        twin = self._files.setdefault(path, found)
        if twin is not found:
            self._fail_twin(twin, found)

    def _fail_twin(self, first: FoundFile, second: FoundFile) -> None:
        """Keep one of two files whose names differ only in Unicode normalisation."""
        kept, other = sorted(
            (first, second),
            key=lambda file: (not file.disk_path.endswith(file.path), file.disk_path),
        )
        self._files[kept.path] = kept
        error = UnreadableDocumentError(
            f"{other.path} is there twice, in two spellings that look the same",
            hint="rename one of the two files: their names are equal in Unicode's NFC form",
            details={"kept": kept.disk_path, "left_out": other.disk_path},
        )
        self._failed.append(FailedEntry(other.path, error))

    def _fail_name(self, prefix: str, name: str) -> None:
        shown = prefix + name.encode(errors="surrogateescape").decode(errors="replace")
        error = UnreadableDocumentError(
            f"the name of {shown} is not valid UTF-8",
            hint="rename the file, then run `kebab ingest` again",
            details={"path": shown, "bytes": os.fsencode(name).hex()},
        )
        self._failed.append(FailedEntry(shown, error))

    def _skip(self, path: str, reason: SkipReason) -> None:
        self._skipped.append(SkippedEntry(path, reason))


def _rules_within(folder: _Folder, entries: Sequence[os.DirEntry[str]]) -> IgnoreRules:
    """Add the folder's own ignore files. One that cannot be read makes the folder unreadable:
    what it would have hidden must not be indexed.
    """
    rules = folder.rules
    for entry in entries:
        if entry.name in {GITIGNORE, KEBABIGNORE} and entry.is_file():
            with open(entry.path, "rb") as file:  # noqa: PTH123 - its path may be no valid text
                text = file.read(_MAX_IGNORE_FILE_BYTES).decode(errors="replace")
            rules = rules.within(folder.prefix, entry.name, text)
    return rules
