"""Choose which sources, and which parts of them, a run looks at."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from kebab.errors import FileNotFoundInputError, InvalidInputError
from kebab.settings.model import SourceSettings


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """What a run was asked to do. No sources means all of them, no paths all of each.

    `force` reads every file again; `summary_only` leaves the items out of the report. `scopes` are
    taken instead of sources and paths where the caller has chosen them already.
    """

    force: bool = False
    sources: tuple[str, ...] = ()
    paths: tuple[Path, ...] = ()
    summary_only: bool = False
    scopes: tuple[SourceScope, ...] = ()

    @property
    def is_partial(self) -> bool:
        """Tell whether only some of the sources, or of their paths, are looked at."""
        return bool(self.sources or self.paths or self.scopes)


@dataclass(frozen=True, slots=True)
class SourceScope:
    """A source, and the paths in it that are looked at: none stands for all.

    A path that is neither on the disk nor in the index is an error where it `must_exist`.
    """

    source: SourceSettings
    only: tuple[str, ...] = ()
    must_exist: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """Where a file of a source is: `path` is below the root, POSIX, NFC."""

    source: SourceSettings
    path: str


def choose_scopes(
    sources: Sequence[SourceSettings], options: IngestOptions, *, needs_one: bool = True
) -> tuple[SourceScope, ...]:
    """Pick the sources by id, and cut them down to the paths that were named.

    Raises InvalidInputError for an id or a path that no source has, and for no source at all where
    it `needs_one`: documents that were added by themselves need none.
    """
    if options.scopes:
        return options.scopes
    chosen = [_by_id(sources, name) for name in dict.fromkeys(options.sources)] or list(sources)
    if not chosen and (needs_one or options.is_partial):
        raise InvalidInputError(
            "there is no source to ingest",
            hint="run `kebab init FOLDER`, or add a [[sources]] table to kebab.toml",
        )
    if not options.paths:
        return tuple(SourceScope(source) for source in chosen)
    only: dict[str, list[str]] = {}
    for path in options.paths:
        place = place_of(path, chosen)
        if place is None:
            raise _outside(path, chosen)
        only.setdefault(place.source.id, []).append(place.path)
    return tuple(
        SourceScope(source, tuple(only[source.id])) for source in chosen if source.id in only
    )


def check_options(
    sources: Sequence[SourceSettings], options: IngestOptions, *, is_first: bool
) -> None:
    """Raise what is wrong with the options before anything is made.

    A path that is not on the disk may be one that was; before the first run there is none such.
    """
    for scope in choose_scopes(sources, options, needs_one=is_first):
        for path in scope.only if is_first and scope.must_exist else ():
            if not (scope.source.root / path).exists():
                raise missing_path(scope.source, path)


def missing_path(source: SourceSettings, path: str) -> FileNotFoundInputError:
    """Say that a path that was named is neither on the disk nor in the index."""
    place = source.root / path
    return FileNotFoundInputError(
        f"there is no {place}",
        hint="check the spelling; a path may be a file or a folder of a source",
        details={"path": str(place), "source": source.id},
    )


def place_of(path: Path, sources: Iterable[SourceSettings]) -> Place | None:
    """Find the source a path lies in: the one with the deepest root, None where there is none."""
    for spelled in _spellings(path):
        places = [
            Place(source, path_below(below))
            for source in sources
            if (below := _below(spelled, source.root)) is not None
        ]
        if places:
            return max(places, key=lambda place: len(place.source.root.parts))
    return None


def path_below(path: Path) -> str:
    """Write a path as the catalog does; the root itself is ""."""
    return "" if path == Path() else unicodedata.normalize("NFC", path.as_posix())


def absolute(path: Path) -> Path:
    """Make a path absolute, without following its last links: a link is a document of its own."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - resolve() follows links


def _spellings(path: Path) -> tuple[Path, ...]:
    return (absolute(path), path.resolve())


def _below(path: Path, root: Path) -> Path | None:
    for given in _spellings(root):
        if path.is_relative_to(given):
            return path.relative_to(given)
    return None


def _by_id(sources: Sequence[SourceSettings], name: str) -> SourceSettings:
    known = {source.id: source for source in sources}
    if name in known:
        return known[name]
    close = get_close_matches(name, known, n=1)
    raise InvalidInputError(
        f"there is no source {name!r}",
        hint=f"sources in kebab.toml: {', '.join(known) or 'none'}",
        details={"source": name, "sources": list(known)},
        did_you_mean=close[0] if close else None,
    )


def _outside(path: Path, sources: Sequence[SourceSettings]) -> InvalidInputError:
    return InvalidInputError(
        f"{path} lies in none of the sources",
        hint="add the file with `kebab ingest-file`, or its folder as [[sources]] in kebab.toml",
        details={
            "path": str(path),
            "roots": {source.id: str(source.root) for source in sources},
        },
    )
