"""What options amount to."""

from __future__ import annotations

import click
import pytest

from kebab.cli.options import split_pairs


def test_pairs_are_split_at_the_first_equals_sign():
    assert split_pairs(("a=1", " b = x=y", "c=")) == {"a": "1", "b": "x=y", "c": ""}


@pytest.mark.parametrize("text", ["a", "=1", ""])
def test_text_that_is_no_pair_is_refused(text):
    with pytest.raises(click.UsageError, match="NAME=VALUE"):
        split_pairs((text,))
