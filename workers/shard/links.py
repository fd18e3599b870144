"""A folder of links to the files of a lexical view, for a disk that cannot be written to.

Tantivy takes a lock, which is a file, even to read. It keeps the files that it opened mapped, so
the folder is needed for no longer than it takes to open them.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def linked(folder: Path) -> Iterator[Path]:
    """Give a folder that can be written to, with a link to each file of `folder`."""
    with tempfile.TemporaryDirectory(prefix="kebab-view-") as made:
        for path in folder.iterdir():
            if path.suffix != ".lock":
                (Path(made) / path.name).symlink_to(path.absolute())
        yield Path(made)
