"""How bytes become text with an editor's line numbers."""

import codecs
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kebab.errors import UnreadableDocumentError
from workers.extract.encoding import decode

KOREAN = "# 데이터베이스 설계\n\n이 문서는 색인을 어떻게 만드는지 설명한다.\n"
JAPANESE = "# データベースの設計\n\nこの文書は索引の作り方を説明します。\n"
CHINESE = "# 数据库设计\n\n这份文档说明如何建立索引,以及如何查询。\n"
FRENCH = "# Été\n\nLe café est déjà prêt à être servi, où êtes-vous allé ?\n"


def test_utf8_needs_no_warning():
    decoded = decode(KOREAN.encode(), "a.md")

    assert (decoded.text, decoded.encoding, decoded.warnings) == (KOREAN, "utf-8", ())


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_byte_order_mark_decides_and_is_no_text(mark, encoding):
    decoded = decode(mark + KOREAN.encode(encoding), "a.md")

    assert (decoded.text, decoded.encoding) == (KOREAN, encoding)
    assert bool(decoded.warnings) is (encoding != "utf-8")


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (KOREAN, "cp949"),
        ("# 제목\n\n본문 한 줄\n", "cp949"),
        ("설계\n", "cp949"),
        ("# 설계했다 똠방각하\n", "cp949"),
        (JAPANESE, "cp932"),
        (JAPANESE, "euc_jp"),
        (CHINESE, "gb18030"),
        ("# 資料庫設計\n\n這份文件說明如何建立索引,以及如何查詢。\n", "big5"),
        (FRENCH, "cp1252"),
        ("café\n", "cp1252"),
        ("# Größe\n\nDie Größe überschreitet die zulässige Höhe.\n", "cp1252"),
        ("It\u2019s a \u201ctest\u201d \u2014 yes\n", "cp1252"),
        ("Это русский документ о базах данных.\n", "cp1251"),
        (KOREAN, "utf-16-le"),
        (KOREAN, "utf-16-be"),
        ("# Plain title\n\nSome words.\n", "utf-16-le"),
        ("# Plain title\n\nSome words.\n", "utf-16-be"),
    ],
)
def test_unmarked_encoding_is_found_and_told(text, encoding):
    decoded = decode(text.encode(encoding), "a.md")

    assert (decoded.text, decoded.encoding) == (text, encoding)
    assert encoding in decoded.warnings[0]


def test_a_few_broken_bytes_leave_utf8_what_it_is():
    decoded = decode(KOREAN.encode() + b"\xf0\x9f\n", "a.md")

    assert decoded.encoding == "utf-8"
    assert decoded.text.startswith(KOREAN)
    assert "not UTF-8" in decoded.warnings[0]


def test_every_kind_of_line_end_counts_once_and_nothing_else_does():
    decoded = decode("a\r\nb\rc\nd\x0ce\u2028f\x85g\x0bh".encode(), "a.md")

    assert decoded.text.split("\n") == ["a", "b", "c", "d\x0ce\u2028f\x85g\x0bh"]


def test_text_is_composed_and_old_hangul_keeps_its_jamo():
    old = "\u1112\u119e\u11ab글"

    decoded = decode(unicodedata.normalize("NFD", f"한국어 {old} é").encode(), "a.md")

    assert decoded.text == f"한국어 {old} é"


def test_single_nul_byte_is_read_and_told():
    decoded = decode(b"before\0after\nnext", "a.md")

    assert decoded.text == "before\ufffdafter\nnext"
    assert "NUL" in decoded.warnings[0]


@pytest.mark.parametrize(
    "data",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\6\0\0\0\x1f\xf3\xffa" * 3,
        bytes(range(256)) * 8,
        b"\0" * 100,
        bytes(byte for byte in range(256) if byte) * 8,
    ],
)
def test_binary_is_refused_with_a_hint(data):
    with pytest.raises(UnreadableDocumentError) as raised:
        decode(data, "dir/a.md")

    assert "dir/a.md" in str(raised.value)
    assert raised.value.hint


@given(st.binary(max_size=300))
@example(b"\xff\xfe\x00\xd8")
@example(b"\xfe\xff\xd8")
@example(b"\x81\x8d\x8f\x90\x9d")
def test_any_bytes_are_decoded_or_refused(data):
    try:
        decoded = decode(data, "a.md")
    except UnreadableDocumentError:
        return

    assert decoded.text.encode().decode() == decoded.text
    assert not {"\r", "\0"} & set(decoded.text)
