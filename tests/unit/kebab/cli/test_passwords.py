"""A password is asked for where it helps and somebody is there; only the environment holds it."""

from __future__ import annotations

import pytest

from kebab.cli.options import Invocation
from kebab.cli.passwords import ask_when_needed
from kebab.errors import EncryptedDocumentError, KebabError, UnreadableDocumentError

LOCKED = {"path": "a.pdf", "opened_by": "password"}


class Locked:
    """A file that opens once the right password is in the environment."""

    def __init__(self, error=None):
        self.error = error or EncryptedDocumentError("a.pdf is encrypted", details=LOCKED)
        self.environ = {}
        self.asked = []

    def read(self):
        if "right" not in self.environ.get("KEBAB_PASSWORDS", "").split("\n"):
            raise self.error
        return "read"

    def open(self, *answers, is_anybody_there=True, **invocation):
        left = iter(answers)

        def ask(question):
            self.asked.append(question)
            return next(left)

        return ask_when_needed(
            Invocation(**invocation),
            self.read,
            ask=ask,
            is_anybody_there=lambda: is_anybody_there,
            environ=self.environ,
        )


def test_what_is_open_asks_nothing():
    file = Locked()
    file.environ["KEBAB_PASSWORDS"] = "left\nright"

    assert file.open() == "read"
    assert file.asked == []


def test_the_right_answer_opens_it_beside_passwords_that_were_known():
    file = Locked()
    file.environ["KEBAB_PASSWORDS"] = "left"

    assert file.open("wrong", "right") == "read"
    assert file.asked[0].startswith("a.pdf is encrypted.")
    assert file.environ["KEBAB_PASSWORDS"].split("\n")[0] == "left"


def test_it_is_asked_three_times_at_most():
    file = Locked()

    with pytest.raises(EncryptedDocumentError):
        file.open("a", "b", "c")
    assert len(file.asked) == 3


def test_an_empty_answer_leaves_the_error():
    with pytest.raises(EncryptedDocumentError):
        Locked().open("")


@pytest.mark.parametrize("why", [{"json": True}, {"is_anybody_there": False}])
def test_nobody_is_asked_where_a_program_reads_or_there_is_no_terminal(why):
    file = Locked()

    with pytest.raises(EncryptedDocumentError):
        file.open(**why)
    assert file.asked == []


@pytest.mark.parametrize(
    "error",
    [
        EncryptedDocumentError("no library opens it", details={"path": "a.hwp"}),
        UnreadableDocumentError("damaged"),
    ],
)
def test_nobody_is_asked_for_a_password_that_would_not_help(error):
    file = Locked(error)

    with pytest.raises(KebabError) as raised:
        file.open()
    assert raised.value is error
    assert file.asked == []
