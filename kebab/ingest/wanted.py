"""The paths that a run was asked to look at, in a form that answers fast however many they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


class Wanted:
    """Paths of files and folders below a root; none at all stand for everything."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = frozenset(paths)
        self._is_all = not self._paths or "" in self._paths
        self._above = frozenset(folder for path in self._paths for folder in _above(path))

    def covers(self, path: str) -> bool:
        """Tell whether a path is one of those that were asked for, or lies below one."""
        return (
            self._is_all or path in self._paths or any(one in self._paths for one in _above(path))
        )

    def touches(self, path: str) -> bool:
        """Tell whether a path is, holds, or lies below one of those that were asked for."""
        return path in self._above or self.covers(path)


def _above(path: str) -> Iterator[str]:
    """Name the folders that a path lies in, the deepest first."""
    while (cut := path.rfind("/")) > 0:
        path = path[:cut]
        yield path
