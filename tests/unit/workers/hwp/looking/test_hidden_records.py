"""Hidden comments among the records of HWP 5."""

import struct

from workers.hwp import ole
from workers.hwp.looking.hidden_records import hidden_comments, text_of
from workers.hwp.records import records_of

HEADER, TEXT, CTRL, LIST = 66, 67, 71, 72


def record(tag, level, body=b""):
    return struct.pack("<I", tag | level << 10 | len(body) << 20) + body


def words(text):
    return (text + "\r").encode("utf-16-le")


def test_a_comment_has_its_paragraph_and_all_its_lines():
    data = b"".join(
        (
            record(HEADER, 0) + record(TEXT, 1, words("앞 문단")),
            record(HEADER, 0) + record(TEXT, 1, words("본문")),
            record(CTRL, 1, b"tmct") + record(LIST, 2),
            record(HEADER, 2) + record(TEXT, 3, words("첫 줄")),
            record(HEADER, 2) + record(TEXT, 3, words("둘째 줄")),
            record(CTRL, 1, b" nf%") + record(LIST, 2),
            record(HEADER, 2) + record(TEXT, 3, words("각주")),
        )
    )

    assert list(hidden_comments(data)) == [(1, "첫 줄\n둘째 줄")]


def test_the_last_comment_of_a_section_is_not_lost():
    data = record(HEADER, 0) + record(CTRL, 1, b"tmct") + record(TEXT, 3, words("끝"))

    assert list(hidden_comments(data)) == [(0, "끝")]


def test_controls_are_left_out_of_a_text():
    wide = struct.pack("<H", 11) + b"\x01\x02" * 6 + struct.pack("<H", 11)
    body = "가".encode("utf-16-le") + wide + "나\n다".encode("utf-16-le") + b"\r\0"

    assert text_of(body) == "가나 다"
    assert text_of(body[:-3]) == "가나 "
    assert text_of(b"\x41") == ""


def test_the_records_of_a_real_document_are_read(sample):
    (body,) = ole.read_bodies(sample("03"), "a.hwp", 10_000_000)

    texts = [text_of(bytes(text)) for tag, _, text in records_of(body) if tag == TEXT]
    assert any("각주" in text or "미주" in text or "가" <= text[:1] <= "힣" for text in texts)
    assert list(hidden_comments(body)) == []
