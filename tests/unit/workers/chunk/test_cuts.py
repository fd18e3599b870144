"""Where texts are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workers.chunk import cuts


def test_sentences_end_at_their_marks_in_every_script():
    text = 'One. "Two!" Three? 넷이다. 다섯。여섯！「七」。 v1.2 stays\n\nlast'

    assert cuts.sentences(text) == [
        "One. ",
        '"Two!" ',
        "Three? ",
        "넷이다. ",
        "다섯。",
        "여섯！",
        "「七」。 ",
        "v1.2 stays\n\n",
        "last",
    ]


def test_items_keep_what_belongs_to_them():
    assert cuts.items("- a\n  more\n- b\n    - c\n1. d") == [
        "- a\n  more\n",
        "- b\n    - c\n",
        "1. d",
    ]


@pytest.mark.parametrize("cut", [cuts.lines, cuts.words, cuts.items, cuts.sentences])
@given(text=st.text(alphabet="ab .!。\n-1\t", min_size=1))
def test_parts_put_together_are_the_text(cut, text):
    parts = cut(text)

    assert "".join(parts) == text
    assert all(parts)
