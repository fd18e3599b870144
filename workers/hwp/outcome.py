"""What an operation on an HWP document gives back: fields of a wire object, files, warnings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from workers.hwp.open_document import OpenDocument


@dataclass(frozen=True, slots=True)
class Attachment:
    """A picture for the answer, or the bytes of a file that the front writes."""

    mime: str
    data: bytes


@dataclass(frozen=True, slots=True)
class MadeFile:
    """One of several files that the front writes; `page` where it is that of a page."""

    name: str
    data: bytes
    page: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The fields of the wire object without its envelope, and what goes beside them."""

    result: dict[str, Any]
    attachment: Attachment | None = None
    files: tuple[MadeFile, ...] | None = None
    warnings: tuple[str, ...] = ()


Args: TypeAlias = Mapping[str, Any]
Operation: TypeAlias = "Callable[[OpenDocument, Args], Outcome]"
