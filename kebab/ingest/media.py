"""Tell by a file's name which medium it is."""

from __future__ import annotations

from typing import Final

MEDIUM_BY_EXTENSION: Final = {
    "md": "markdown",
    "markdown": "markdown",
    "mdx": "markdown",
    "txt": "text",
    "text": "text",
    "rst": "text",
    "org": "text",
}
MEDIA: Final = tuple(sorted(set(MEDIUM_BY_EXTENSION.values())))
NO_EXTENSION: Final = "<no-ext>"


def extension_of(name: str) -> str:
    """Return the extension in lower case without its dot; a leading dot starts none."""
    stem, dot, extension = name.rpartition(".")
    if not dot or not stem.strip(".") or not extension:
        return NO_EXTENSION
    return extension.lower()


def medium_of(name: str) -> str | None:
    """Return the medium of a file name, None where kebab does not read such files."""
    return MEDIUM_BY_EXTENSION.get(extension_of(name))
