"""Refuses to write where the run was told not to."""

from __future__ import annotations

from kebab.errors import ReadOnlyError


def refuse_writing(*, readonly: bool) -> None:
    """Raise ReadOnlyError in a read-only run."""
    if readonly:
        raise ReadOnlyError(
            "kebab was started read-only",
            hint="start it without --readonly, KEBAB_READONLY and security.readonly",
        )
