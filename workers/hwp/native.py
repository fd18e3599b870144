"""Opens rhwp, which reads and lays out HWP and HWPX. The only file that does.

Its objects belong to the thread that made them: used on another they panic, dropped there they
leak. A panic is a BaseException; here it becomes an error of ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from kebab.errors import KebabError, MissingExtraError, PageOutOfRangeError
from workers.hwp import refusal
from workers.hwp.freetype import preload_freetype

if TYPE_CHECKING:
    from types import ModuleType

_PANIC = "PanicException"
_ENCRYPTED = "암호화"


class NativeDocument:
    """One parsed document, to be used and closed on one thread."""

    def __init__(self, data: bytes, path: str, *, is_distribution: bool = False) -> None:
        self._path = path
        self._is_distribution = is_distribution
        rhwp = _import_rhwp()
        with self._translated("opening it"):
            self._document: Any = rhwp.Document.from_bytes(data)

    @property
    def page_count(self) -> int:
        """How many pages it has as rhwp lays it out."""
        with self._translated("counting its pages"):
            return int(self._document.page_count)

    @property
    def section_count(self) -> int:
        """How many sections it has."""
        with self._translated("counting its sections"):
            return int(self._document.section_count)

    def tree(self) -> Any:
        """Return rhwp's tree of the document: plain Python, of classes of rhwp's."""
        with self._translated("reading its text"):
            return self._document.to_ir()

    def svg(self, page: int) -> str:
        """Lay out one page, from 0."""
        self._require(page)
        with self._translated(f"laying out page {page}"):
            return str(self._document.render_svg(page))

    def png(self, page: int, scale: float, max_pixels: int) -> bytes:
        """Draw one page, from 0, as a picture of no more than so many pixels."""
        self._require(page)
        with self._translated(f"drawing page {page}"):
            return bytes(self._document.render_png(page, scale=scale, max_pixels=max_pixels))

    def picture(self, bin_id: int) -> bytes | None:
        """Return a picture's bytes by their number; None where the document does not hold them."""
        image = SimpleNamespace(uri=f"bin://{bin_id}")
        with self._translated(f"taking out picture {bin_id}"):
            try:
                return bytes(self._document.bytes_for_image(SimpleNamespace(image=image)))
            except ValueError:  # a link to a file elsewhere, or to nothing
                return None

    def hwpx(self) -> bytes:
        """Write it as HWPX, which has in XML what the tree leaves out."""
        with self._translated("converting it"):
            return bytes(self._document.to_hwpx_bytes())

    def close(self) -> None:
        """Let go of the document, on the thread that made it."""
        self._document = None

    def _require(self, page: int) -> None:
        pages = self.page_count
        if not 0 <= page < pages:
            raise PageOutOfRangeError(
                f"{self._path} has no page {page}: it has {pages}, counted from 0",
                hint=f"Ask for a page from 0 to {pages - 1}.",
                details={"path": self._path, "page": page, "pages": pages},
            )

    @contextmanager
    def _translated(self, doing: str) -> Iterator[None]:
        try:
            yield
        except RecursionError as cause:
            raise refusal.refused(self._path, "it is nested too deep") from _bare(cause)
        except MemoryError:
            raise
        except BaseException as cause:
            if not isinstance(cause, Exception) and type(cause).__name__ != _PANIC:
                raise
            raise self._translation(doing, cause) from _bare(cause)

    def _translation(self, doing: str, cause: BaseException) -> KebabError:
        why = f"{doing} failed ({type(cause).__name__}: {cause})"
        if _ENCRYPTED in str(cause):
            return refusal.encrypted(self._path, "encrypted")
        if self._is_distribution:
            return refusal.unreadable_distribution(self._path, why)
        return refusal.unreadable(self._path, why)


def _bare(cause: BaseException) -> BaseException:
    """Drop the traceback: its frames would keep the native document alive."""
    return cause.with_traceback(None)


def rhwp_version() -> str:
    """Load rhwp and name its version; MissingExtraError says why it does not load."""
    return str(_import_rhwp().version())


def _import_rhwp() -> ModuleType:
    freetype = preload_freetype()
    try:
        import rhwp  # noqa: PLC0415 - FreeType comes first
    except ModuleNotFoundError as cause:
        raise MissingExtraError(
            "HWP documents need the package rhwp-python",
            hint="It comes with kebab: install kebab again.",
        ) from cause
    except ImportError as cause:
        raise MissingExtraError(
            f"rhwp-python is installed and does not load: {cause}",
            hint="It needs FreeType 2.10 or newer: install libfreetype6, or pip install pillow.",
            details={"freetype": freetype},
        ) from cause
    return rhwp
