"""The text of a document, or what one of its laid-out pages shows."""

from __future__ import annotations

from kebab.errors import PageOutOfRangeError
from workers.hwp.cursors import cut_text
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, Outcome
from workers.hwp.page_text import text_of_page


def text(document: OpenDocument, args: Args) -> Outcome:
    """Give a piece of the text, up to `max_chars`."""
    view, page = document.view, args["page"]
    if page is None:
        is_body = args["scope"] == "body"
        lines = (line.text for line in view.lines if line.where == "body" or not is_body)
        whole = "\n".join(lines)
    else:
        if not 0 <= page < view.page_count:
            raise PageOutOfRangeError(
                f"{document.path} has no page {page}: it has {view.page_count}, counted from 0",
                hint=f"Ask for a page from 0 to {view.page_count - 1}.",
                details={"path": document.path, "page": page, "pages": view.page_count},
            )
        whole = text_of_page(view.svg(page))
    piece = cut_text(whole, args["max_chars"], args["cursor"], document.fingerprint)
    result = {
        "text": piece.text,
        "chars": len(whole),
        "page": page,
        "pages": view.page_count,
        "truncated": piece.next_cursor is not None,
        "omitted_chars": piece.omitted_chars,
        "next_cursor": piece.next_cursor,
    }
    return Outcome(result)
