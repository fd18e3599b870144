"""An answer is typed as it comes, and cannot steer the terminal."""

from __future__ import annotations

import pytest

from kebab.cli.answering import Typist, follow, print_event
from kebab.cli.options import Invocation
from kebab.wire.answer import AnswerEvent


def token(delta):
    return AnswerEvent(kind="token", ts="", delta=delta)


def test_pieces_are_typed_and_remembered(capsys):
    typist = Typist(types=True, status=None)

    for piece in ("It is ", "kept.\x1b", "[31m"):
        typist(token(piece))
    typist(AnswerEvent(kind="stage", ts="", stage="checking"))

    assert capsys.readouterr().out == "It is kept.\N{REPLACEMENT CHARACTER}[31m"
    assert typist.typed == "It is kept.\x1b[31m"


def test_into_a_pipe_nothing_is_typed_unless_it_is_wanted(capsys):
    for stream in (False, True):
        with follow(Invocation(), stream=stream) as typist:
            typist(token("x"))

    assert capsys.readouterr().out == "x\n"


def test_line_is_ended_where_the_answer_breaks_off(capsys):
    def break_off():
        with follow(Invocation(), stream=True) as typist:
            typist(token("half"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()
    assert capsys.readouterr().out == "half\n"


def test_event_is_one_line_of_json(capsys):
    print_event(token("a\nb"))

    assert capsys.readouterr().out == '{"kind":"token","ts":"","delta":"a\\nb"}\n'
