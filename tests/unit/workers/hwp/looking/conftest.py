"""Asks for operations on documents that a test writes, the way the front does."""

import pytest

from workers.extract.limits import Limits
from workers.hwp.looking.fonts import font_health
from workers.hwp.requests import HwpRequests

DEFAULTS = {
    "render": {"page": 0, "format": "png", "scale": 1.0},
    "render_svgs": {"pages": None},
    "inspect": {"min_confidence": 0.0, "threshold_pt": 1.0, "limit": 50, "cursor": None},
    "diff": {
        "by": "content",
        "page": None,
        "max_displacement": 1.0,
        "limit": 50,
        "cursor": None,
    },
}


@pytest.fixture
def ask(tmp_path):
    """Give a function that writes a document and has a worker's operation carried out on it."""
    requests = HwpRequests(Limits())

    def asked(operation, data, edits=(), **args):
        path = tmp_path / "a.hwpx"
        path.write_bytes(data)
        return requests.handle(
            {
                "op": operation,
                "path": str(path),
                "document": None,
                "expected": None,
                "edits": list(edits),
                "args": {**DEFAULTS.get(operation, {}), **args},
            }
        )

    return asked


@pytest.fixture(autouse=True)
def _without_fonts(tmp_path, monkeypatch):
    """Have fontconfig find no font at all, as a user could: the machine's must not matter."""
    folder = tmp_path / "no fonts"
    folder.mkdir()
    file = tmp_path / "fonts.conf"
    file.write_text(f"<fontconfig><dir>{folder}</dir></fontconfig>", encoding="utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(file))
    font_health.cache_clear()
    yield
    font_health.cache_clear()
