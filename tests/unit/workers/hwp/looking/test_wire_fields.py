"""What the operations give is what the wire objects are made of."""

import pytest
from support.hwpx import hwpx, paragraph

from kebab.wire.hwp.inspection import HwpDiff, HwpFindings
from kebab.wire.hwp.pictures import HwpPage, HwpThumbnail
from kebab.wire.hwp.reading import Fonts

TEXT = hwpx(paragraph("한\u200b글"))


def emitted(model, reply):
    """Make the object as the front does."""
    source = {name: value for name, value in reply["source"].items() if name != "mtime_ns"}
    return model(**reply["result"], source=source, warnings=reply["warnings"])


@pytest.mark.parametrize("check", ["unicode", "injection", "hidden_text"])
def test_an_inspection(ask, check):
    assert emitted(HwpFindings, ask("inspect", TEXT, check=check)).check == check


@pytest.mark.parametrize("by", ["content", "layout"])
def test_a_comparison(ask, tmp_path, by):
    (tmp_path / "b.hwpx").write_bytes(hwpx(paragraph("다른 글")))

    made = emitted(HwpDiff, ask("diff", TEXT, b=str(tmp_path / "b.hwpx"), by=by))

    assert made.identical is False


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_page(ask, kind):
    made = emitted(HwpPage, ask("render", TEXT, format=kind))

    assert isinstance(made.fonts, Fonts)


def test_a_preview(ask):
    assert emitted(HwpThumbnail, ask("thumbnail", TEXT)).present is False
