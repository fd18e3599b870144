"""What is read of a mailbox."""

import pytest
from support.office_files import mail, mailbox

from kebab.errors import UnreadableDocumentError
from workers.extract.limits import Limits
from workers.extract.mbox import parse_mbox


def read(data, **limits):
    return parse_mbox(data, "old/inbox.mbox", Limits(**limits))


def test_each_message_is_a_division_with_its_number():
    canonical = read(mailbox(mail("One"), mail("Two")))

    headings = [block for block in canonical.blocks if block.level == 1]
    assert [(block.text, block.place.message) for block in headings] == [("One", 1), ("Two", 2)]
    assert all(block.division == block.place.message for block in canonical.blocks)
    assert (canonical.title, canonical.is_named_by_file) == ("", True)


def test_line_of_text_that_begins_with_from_starts_no_message():
    canonical = read(
        b"From a@b Tue Mar  3 10:15:00 2026\nSubject: a\n\nText.\n\nFrom here on, all is new.\n"
        b"\n>From there too.\n"
    )

    texts = [block.text for block in canonical.blocks]
    assert texts == ["a", "Text.", "From here on, all is new.", "From there too."]


def test_messages_beyond_the_limit_are_left_out_and_told():
    canonical = read(mailbox(*[b"Subject: x\n\ny\n"] * 5), max_messages=3)

    assert max(block.place.message for block in canonical.blocks) == 3
    assert canonical.warnings == ("messages from 4 on were left out",)


def test_line_ends_of_windows_are_read():
    data = mailbox(b"Subject: a\n\nb\n", b"Subject: c\n\nd\n").replace(b"\n", b"\r\n")

    assert [block.text for block in read(data).blocks] == ["a", "b", "c", "d"]


def test_hundred_warnings_are_few_words():
    warnings = read(mailbox(*[mail()] * 100)).warnings

    assert (len(warnings), warnings[-1]) == (21, "and 80 more warnings")


@pytest.mark.parametrize("data", [b"", b"Subject: a\n\nb\n"])
def test_what_does_not_begin_with_from_is_no_mailbox(data):
    with pytest.raises(UnreadableDocumentError, match=r"inbox\.mbox is no mailbox"):
        read(data)
