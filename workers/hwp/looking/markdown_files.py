"""Exports an HWP document as a Markdown file with its pictures beside it."""

from __future__ import annotations

import re

from workers.hwp.document import HwpDocument
from workers.hwp.looking.picture_type import extension_of
from workers.hwp.open_document import OpenDocument
from workers.hwp.outcome import Args, MadeFile, Outcome
from workers.hwp.reading.markup import markdown_of

_LINK = re.compile(r'(?<=\]\()bin://(\d+)(?=\))|(?<=src=")bin://(\d+)(?=")')
_MAX_PICTURES_BYTES = 200_000_000


def markdown_files(document: OpenDocument, _args: Args) -> Outcome:
    """Give document.md and the pictures that it links to; a picture that is not there is told."""
    view = document.view
    text = markdown_of(view)
    numbers = dict.fromkeys(int(one or other) for one, other in _LINK.findall(text))
    pictures, warnings = _pictures(view, list(numbers))

    def linked(match: re.Match[str]) -> str:
        made = pictures.get(int(match[1] or match[2]))
        return made.name if made else match[0]

    files = (MadeFile("document.md", _LINK.sub(linked, text).encode()), *pictures.values())
    return Outcome({"pages": view.page_count}, files=files, warnings=tuple(warnings))


def _pictures(view: HwpDocument, numbers: list[int]) -> tuple[dict[int, MadeFile], list[str]]:
    """Take out the pictures, up to a size that an answer can carry. Names are made here."""
    found: dict[int, MadeFile] = {}
    warnings: list[str] = []
    left = _MAX_PICTURES_BYTES
    for number in numbers:
        data = view.picture(number)
        if data is None:
            warnings.append(f"picture {number} is not in the document; its link stays as it was")
        elif len(data) > left:
            warnings.append(f"picture {number} was left out: the pictures are too large together")
        else:
            left -= len(data)
            found[number] = MadeFile(f"images/image{number}.{extension_of(data)}", data)
    return found, warnings
