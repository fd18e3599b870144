"""What `kebab try` searches for."""

from __future__ import annotations

import pytest

from kebab.cli.commands.try_command import telling_title


@pytest.mark.parametrize(
    ("titles", "chosen"),
    [
        (["README", "How to install", "Other things"], "How to install"),
        (["README"], "README"),
        (["anyio==4.1 attrs==26", "v1.2 release notes", "How to install"], "How to install"),
        (["백그라운드 작업"], "백그라운드 작업"),
        (["What's new?", "Other"], "What's new?"),
        ([], "kebab"),
    ],
)
def test_title_of_a_few_words_makes_the_best_query(titles, chosen):
    assert telling_title(titles) == chosen
