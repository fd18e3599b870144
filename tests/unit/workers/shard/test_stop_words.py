"""Cutting particles and endings off Korean words."""

import pytest

from workers.shard.stop_words import without_ending


@pytest.mark.parametrize(
    ("word", "bare"),
    [
        ("데이터베이스에서", "데이터베이스"),
        ("서버에서는", "서버"),
        ("설정하려면", "설정"),
        ("설계했습니다", "설계"),
        ("사용되는", "사용"),
        ("파드를", "파드"),
        ("파드", "파드"),
        ("물은", "물은"),
        ("은", "은"),
    ],
)
def test_endings_go_and_two_characters_stay(word, bare):
    assert without_ending(word) == bare
