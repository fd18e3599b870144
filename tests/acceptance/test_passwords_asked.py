"""On a terminal, kebab asks for the password of a document; it is neither shown nor written."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import sys

import pytest
from support.office_files import locked_office, word_document
from support.product import KEBAB, SETTINGS, Product

SESAME = "sesame 7 열려라"
# Makes its terminal the one of its session, as that of a shell is.
_ON_ITS_TERMINAL = (
    "import os, sys; os.open(os.ttyname(0), os.O_RDWR); os.execv(sys.argv[1], sys.argv[1:])"
)


class Terminal:
    """Runs a command on a terminal of its own, and types what it is asked for."""

    def __init__(self, product, *arguments):
        self._ours, theirs = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _ON_ITS_TERMINAL, *KEBAB, *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**product.env, "TERM": "dumb"},
            cwd=product.folder,
            start_new_session=True,
        )
        os.close(theirs)
        self.shown = ""

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        self._process.kill()
        self._process.wait()
        os.close(self._ours)

    def wait_for(self, words):
        """Read until the words are shown; what is before them is not looked at again."""
        begin = len(self.shown)
        while words not in self.shown[begin:]:
            piece = self._read()
            assert piece, self.shown
            self.shown += piece

    def type(self, text):
        os.write(self._ours, f"{text}\n".encode())

    def end(self):
        """Read to the end; return the exit status."""
        while piece := self._read():
            self.shown += piece
        return self._process.wait()

    def _read(self):
        with contextlib.suppress(OSError):  # its other end is closed
            return os.read(self._ours, 10_000).decode(errors="replace")
        return ""


@pytest.fixture(scope="module")
def protected():
    return locked_office(word_document(), SESAME)


@pytest.fixture
def product(tmp_path, protected):
    made = Product(tmp_path, {}, SETTINGS)
    for place in ("elsewhere", "notes"):
        (made.folder / place).mkdir(exist_ok=True)
        (made.folder / place / "plan.docx").write_bytes(protected)
    return made


def written(product):
    return b"".join(one.read_bytes() for one in product.folder.rglob("*") if one.is_file())


def test_a_file_that_is_named_is_opened_by_the_password_that_is_typed(product):
    with Terminal(product, "ingest-file", "elsewhere/plan.docx") as terminal:
        terminal.wait_for("plan.docx is encrypted. Its password (empty: give up):")
        terminal.type("guess 7")
        terminal.wait_for("the password given does not open it. Its password (empty: give up):")
        terminal.type(SESAME)
        status = terminal.end()

    assert status == 0
    assert product.read("search", "harvest", "--mode", "lexical")["hits"]
    assert "sesame" not in terminal.shown
    assert "guess" not in terminal.shown
    assert SESAME.encode() not in written(product)
    assert b"guess 7" not in written(product)


def test_nothing_typed_leaves_the_error(product):
    with Terminal(product, "ingest-file", "elsewhere/plan.docx") as terminal:
        terminal.wait_for("(empty: give up):")
        terminal.type("")
        status = terminal.end()

    assert status == 2
    assert "error: elsewhere" not in terminal.shown
    assert "KEBAB_PASSWORDS" in terminal.shown


def test_a_run_over_the_sources_asks_once_at_its_start_and_only_if_told_to(product):
    with Terminal(product, "ingest") as terminal:
        assert terminal.end() == 0
    assert "plan.docx is encrypted" in terminal.shown
    assert "--ask-passwords" in terminal.shown

    with Terminal(product, "ingest", "--ask-passwords") as asked:
        for typed in ("guess 7", SESAME, ""):
            asked.wait_for("A password to try (empty: no more):")
            asked.type(typed)
        assert asked.end() == 0

    assert product.read("search", "harvest", "--mode", "lexical")["hits"]
    assert "sesame" not in asked.shown
    assert SESAME.encode() not in written(product)


def test_without_a_terminal_nobody_is_asked(product):
    named = product.run("ingest-file", "elsewhere/plan.docx", stdin=f"{SESAME}\n")
    told = product.run("ingest", "--ask-passwords", stdin=f"{SESAME}\n")

    assert (named.returncode, told.returncode) == (2, 2)
    assert "KEBAB_PASSWORDS" in named.stderr
    assert "--ask-passwords needs a terminal" in told.stderr
