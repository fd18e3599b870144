"""What is read of an e-mail."""

from email.message import EmailMessage

import pytest
from support.office_files import mail

from kebab.errors import UnreadableDocumentError
from workers.chunk.blocks import Kind
from workers.extract.limits import Limits
from workers.extract.mail import parse_mail

HEAD = """\
From: Jürgen Groß <j@example.org>
To: all@example.org
Date: 2026-03-03T10:15:00+01:00
Attachments: plan.png, 한글.pdf"""


def read(data, **limits):
    return parse_mail(data, "a.eml", Limits(**limits))


def test_header_text_and_names_of_attachments_are_read():
    canonical = read(mail())

    assert [block.text for block in canonical.blocks] == [
        "Wahl der Räume",
        HEAD,
        "Guten Tag,",
        "wir nehmen Saal 3.",
    ]
    assert canonical.title == "Wahl der Räume"
    assert canonical.metadata["from"] == "Jürgen Groß <j@example.org>"
    assert canonical.metadata["message_id"] == "<1@example.org>"
    assert {block.place.message for block in canonical.blocks} == {1}
    assert canonical.warnings == ("message 1: 2 attachments were left out",)


def test_html_is_read_where_there_is_no_plain_text():
    message = EmailMessage()
    message["Subject"] = "News"
    message.set_content("<h1>Big</h1><p>Small</p><script>x</script>", subtype="html")

    (subject, big, small) = read(message.as_bytes()).blocks
    assert (subject.level, big.level, small.text) == (1, 2, "Small")


def test_quoted_lines_are_a_quote():
    blocks = read(b"Subject: Re\n\n> what?\n> when?\n\nNow.\n").blocks

    assert [(block.kind, block.text) for block in blocks[1:]] == [
        (Kind.QUOTE, "> what?\n> when?"),
        (Kind.PARAGRAPH, "Now."),
    ]


@pytest.mark.parametrize(
    ("head", "body", "subject", "text"),
    [
        (
            "Subject: 한글 제목".encode("cp949"),
            "본문이 여기에 있다".encode("cp949"),
            "한글 제목",
            "본문이 여기에 있다",
        ),
        ("Subject: 한글 제목".encode(), "본문".encode(), "한글 제목", "본문"),
        (
            b"Subject: =?ks_c_5601-1987?B?x9Gx2w==?=\nContent-Type: text/plain; charset=ks_c_5601",
            "본문".encode("cp949"),
            "한글",
            "본문",
        ),
        (b"Subject: =?nonsense?B?YQ==?=", b"x", "a", "x"),
        (b"Subject: =?utf-8?B?a?=", b"x", "=?utf-8?B?a?=", "x"),
        (b"Subject: a\n b\nContent-Type: text/plain; charset=base64", b"x", "a b", "x"),
    ],
)
def test_odd_encodings_of_header_and_text_are_read(head, body, subject, text):
    canonical = read(head + b"\n\n" + body + b"\n")

    assert [block.text for block in canonical.blocks] == [subject, text]


def test_attached_message_is_named_by_its_subject():
    message = EmailMessage()
    message["Subject"] = "Fwd"
    message.set_content("see below")
    inner = EmailMessage()
    inner["Subject"] = "The contract"
    inner.set_content("secret body")
    message.add_attachment(inner)

    lines = "\n".join(read(message.as_bytes()).lines)
    assert "Attachments: message “The contract”" in lines
    assert "secret body" not in lines


def test_parts_nested_beyond_the_limit_are_left_alone():
    parts = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(90))
    data = f"Subject: deep\n{parts}Content-Type: text/plain\n\ninside\n".encode()

    assert [block.text for block in read(data).blocks][:1] == ["deep"]
    assert "inside" not in "\n".join(read(data, max_nesting=10).lines)


def test_parts_nested_beyond_reason_are_one_clear_error():
    parts = "".join(
        f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(3000)
    )

    with pytest.raises(UnreadableDocumentError, match="nested too deeply"):
        read(f"Subject: deep\n{parts}\n".encode())


@pytest.mark.parametrize("data", [b"", b"\n\nno header", b"\0\1\2"])
def test_what_has_no_header_is_no_mail(data):
    with pytest.raises(UnreadableDocumentError, match=r"a\.eml is no e-mail"):
        read(data)
