"""Removes the files of a view that is to be rebuilt, whatever lies in their place.

A view is put aside by one rename and deleted then: of two processes that remove it at once, the
second finds it gone or finds the new one whole, never half of either.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from kebab.errors import StoreError

_LEVELS = 3  # views / shard-000 / lexical: what kebab itself made, and no more


def remove_view(folder: Path) -> None:
    """Remove the view in `folder`, and files that keep the folder from being made."""
    try:
        for path in (folder, *folder.parents)[:_LEVELS]:
            if path.is_file() and not path.is_symlink():
                path.unlink(missing_ok=True)
        for left in folder.parent.glob(f"{folder.name}.gone-*"):
            shutil.rmtree(left, ignore_errors=True)
        aside = folder.with_name(f"{folder.name}.gone-{os.getpid()}")
        folder.rename(aside)
        shutil.rmtree(aside, ignore_errors=True)
    except FileNotFoundError:
        return
    except OSError as cause:
        raise StoreError(
            f"{folder} cannot be removed to be rebuilt: {cause.strerror}",
            hint="check its permissions, or delete it by hand: it is rebuilt from the catalog",
            details={"path": str(folder), "reason": str(cause)},
        ) from cause
