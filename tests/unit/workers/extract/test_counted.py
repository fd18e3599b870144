"""One of a thing is told of as one."""

import pytest

from workers.extract.counted import left_out


@pytest.mark.parametrize(
    ("number", "said"), [(1, "1 image was left out"), (2, "2 images were left out")]
)
def test_noun_and_verb_follow_the_number(number, said):
    assert left_out(number, "image") == said
