"""What `kebab try` searches for."""

from __future__ import annotations

import pytest

from kebab.cli.commands.try_command import telling_title


@pytest.mark.parametrize(
    ("titles", "chosen"),
    [
        (["README", "How to install", "Other things"], "How to install"),
        (["README"], "README"),
        ([], "kebab"),
    ],
)
def test_title_of_a_few_words_makes_the_best_query(titles, chosen):
    assert telling_title(titles) == chosen
