"""How a hit names its place."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

from kebab.search.hydrate import line_uri


def test_range_of_one_line_has_one_number():
    assert line_uri("docs/한글.md", 5, 5) == "docs/한글.md#L5"
    assert line_uri("docs/한글.md", 5, 9) == "docs/한글.md#L5-L9"


@pytest.mark.parametrize("path", ["a#b.md", "100%.md", "# Meeting [x] (1) & 5?.md", "a%23\u3000b"])
def test_path_comes_back_from_the_uri(path):
    encoded, _, lines = line_uri(path, 1, 2).partition("#")

    assert unquote(encoded) == path
    assert lines == "L1-L2"
    assert not any(char.isspace() for char in encoded)
