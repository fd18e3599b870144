"""Which parser reads which medium. A parser is imported when its first file comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module

from workers.extract.canonical import Canonical
from workers.extract.limits import Limits
from workers.extract.office_lock import unlock
from workers.ocr.line import OcrLine

ReadPages = Mapping[int, Sequence[OcrLine]]


@dataclass(frozen=True, slots=True)
class Means:
    """What a parser may use: limits, passwords to try, and what OCR has read on some pages.

    `kept` takes the parser's place: what an earlier call has parsed, where it is still sound.
    `captions` are what a model says of some pages of an image.
    """

    limits: Limits = field(default_factory=Limits)
    passwords: tuple[str, ...] = ()
    read_pages: ReadPages | None = None
    kept: bytes | None = None
    captions: Sequence[tuple[int, str]] = ()


_PARSERS = {
    "markdown": "workers.extract.markdown:parse_markdown_file",
    "text": "workers.extract.text:parse_text_file",
    "pdf": "workers.extract.pdf:parse_pdf",
    "image": "workers.extract.image:parse_image",
    "code": "workers.extract.code.parse:parse_code",
    "hwp": "workers.extract.hwp:parse_hwp",
    "docx": "workers.extract.docx:parse_docx",
    "pptx": "workers.extract.pptx:parse_pptx",
    "xlsx": "workers.extract.xlsx:parse_xlsx",
    "odf": "workers.extract.odf:parse_odf",
    "html": "workers.extract.web_page:parse_html_page",
    "epub": "workers.extract.epub:parse_epub",
    "notebook": "workers.extract.notebook:parse_notebook",
    "csv": "workers.extract.csv_table:parse_csv",
    "email": "workers.extract.mail:parse_mail",
    "mbox": "workers.extract.mbox:parse_mbox",
}
_LOCKABLE = ("docx", "pptx", "xlsx")


def load_parser(media: str) -> None:
    """Import what a medium needs, before the memory of its file is counted.

    NumPy, which guesses languages, cannot be imported again where memory ran out halfway.
    """
    import_module("numpy")
    if media in _PARSERS:
        import_module(_PARSERS[media].split(":")[0])


def parser_of(media: str, means: Means) -> Callable[[bytes, str], Canonical]:
    """Return what makes a canonical document of a file of this medium."""
    module, name = _PARSERS[media].split(":")
    parse = partial(getattr(import_module(module), name), limits=means.limits)
    if media == "pdf":
        return partial(parse, passwords=means.passwords, read_pages=means.read_pages)
    if media == "image":
        return partial(parse, read_pages=means.read_pages, captions=means.captions)
    if media in _LOCKABLE:
        return lambda data, path: parse(unlock(data, path, means.passwords), path)
    return parse
