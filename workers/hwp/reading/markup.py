"""A document as Markdown or HTML, in pieces that end between blocks."""

from __future__ import annotations

from workers.hwp.cursors import cut_text
from workers.hwp.document import HwpDocument
from workers.hwp.html_text import STYLE, html_pieces
from workers.hwp.markdown_text import markdown_pieces
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Outcome


def markup(document: OpenDocument, args: Args) -> Outcome:
    """Give a piece of the document as markup, up to `max_chars`."""
    is_html = args["format"] == "html"
    whole = html_of(document.view) if is_html else markdown_of(document.view)
    if is_html and args["include_css"]:
        whole = f"{STYLE}\n{whole}"
    marks = ("\n\n", "\n", " ")
    piece = cut_text(whole, args["max_chars"], args["cursor"], document.fingerprint, marks)
    result = {
        "format": args["format"],
        "text": piece.text,
        "chars": len(whole),
        "truncated": piece.next_cursor is not None,
        "omitted_chars": piece.omitted_chars,
        "next_cursor": piece.next_cursor,
    }
    return Outcome(result)


def markdown_of(view: HwpDocument) -> str:
    """Write all of a document as Markdown."""
    return "\n\n".join(markdown_pieces(view.parts, view.headings.levels)) + "\n"


def html_of(view: HwpDocument) -> str:
    """Write all of a document as HTML, without what goes around it."""
    return "\n\n".join(html_pieces(view.parts, view.headings.levels)) + "\n"
