"""Takes title, author and dates from the properties that Office documents carry."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from workers.extract.plain_values import to_plain

_MAX_TITLE_CHARS = 300
# What programs write where nobody gave a title.
_NO_TITLE = re.compile(
    r"powerpoint (presentation|프레젠테이션)|microsoft (word|powerpoint|excel).*|word document"
    r"|(document|presentation|book|문서|통합 문서) ?\d*|untitled|제목 없음|슬라이드 1|slide 1",
    re.IGNORECASE,
)
_PROGRAMS = {"python-docx", "openpyxl", "python-pptx", "xlsxwriter"}


def stated_title(properties: Any) -> str:
    """Return the title that was given to the document, if any was."""
    title = " ".join(str(getattr(properties, "title", None) or "").split())
    return "" if _NO_TITLE.fullmatch(title) else title[:_MAX_TITLE_CHARS]


def properties_of(properties: Any) -> dict[str, Any]:
    """Return what the properties say, as metadata."""
    author = getattr(properties, "author", None) or getattr(properties, "creator", None)
    found = {
        "author": None if author in _PROGRAMS else author,
        "subject": getattr(properties, "subject", None),
        "keywords": getattr(properties, "keywords", None),
        "created_at": _instant(getattr(properties, "created", None)),
        "updated_at": _instant(getattr(properties, "modified", None)),
    }
    plain, _ = to_plain({key: value for key, value in found.items() if value})
    return dict(plain)


def _instant(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else ""
