"""Takes the title that a PDF states of itself only where it reads like one. Pure."""

from __future__ import annotations

import re
import unicodedata
from pathlib import PurePosixPath

_PROGRAM = re.compile(
    r"^(?:microsoft (?:word|powerpoint|excel)|powerpoint presentation)\s*-\s*", re.IGNORECASE
)
_EMPTY_WORDS = re.compile(
    r"(?:untitled|title|document|dokument|presentation|slide|sheet|book|scan|unbenannt"
    r"|무제|제목 없음"
    r"|powerpoint presentation|adobe photoshop pdf|pdf)\s*[-_ ]?\d*",
    re.IGNORECASE,
)
_FILE_NAME = re.compile(
    r".*\.(?:docx?|pptx?|xlsx?|odt|odp|ods|rtf|txt|tex|dvi|ps|eps|pdf|indd|qxd|fm|cdr|ai|psd|hwpx?|html?"
    r"|png|jpe?g|tiff?)",
    re.IGNORECASE,
)
_MAX_CHARS = 300


def sensible_title(stated: str) -> str:
    """Return the title, or nothing where a program has put something in its place."""
    title = _PROGRAM.sub("", " ".join(stated.split()))
    is_code = " " not in title and any(c.isdigit() for c in title) and len(title) > 12  # noqa: PLR2004 - no such word
    unusable = (
        not any(character.isalpha() for character in title)
        or any(unicodedata.category(c) in {"Cc", "Co", "Cn"} or c == "\ufffd" for c in title)
        or _EMPTY_WORDS.fullmatch(title) is not None
        or _FILE_NAME.fullmatch(title) is not None
        or is_code
    )
    return "" if unusable else title[:_MAX_CHARS]


def is_file_name(title: str, path: str) -> bool:
    """Tell whether a title only repeats the name of the file."""
    names = (title, PurePosixPath(path).stem)
    return len({unicodedata.normalize("NFC", name).casefold() for name in names}) == 1
