"""Names in code are found by their words, and words by the names that hold them."""

import pytest
from support.lexical_views import ask, chunk, rows

from workers.shard.lexical import LexicalView

NAMES = ["getUserName", "get_user_name", "GetUserName", "GET_USER_NAME", "get-user-name"]
OTHERS = ["putOrderLine", "read_file_rows", "closeDoor", "HTTPServer", "sha256Sum"]


@pytest.fixture
def view(tmp_path):
    view = LexicalView.open(tmp_path)
    texts = [*NAMES, *OTHERS]
    chunks = [
        chunk(n, f"def {name}(x):\n    return x", media="code", heading_path=(name,))
        for n, name in enumerate(texts)
    ]
    view.apply(chunks, [], 1)
    yield view
    view.close()


@pytest.mark.parametrize("query", ["user name", "get the user name", *NAMES])
def test_every_spelling_of_a_name_is_found_by_its_words_and_by_the_others(view, query):
    assert set(rows(view, query)[: len(NAMES)]) == set(range(len(NAMES)))


@pytest.mark.parametrize("name", NAMES)
def test_the_spelling_that_was_typed_comes_first(view, name):
    assert rows(view, name)[0] in {n for n, other in enumerate(NAMES) if other == name} | (
        {NAMES.index(other) for other in NAMES if other.lower() == name.lower()}
    )


@pytest.mark.parametrize(
    ("query", "name"),
    [("http server", "HTTPServer"), ("sha 256", "sha256Sum"), ("door", "closeDoor")],
)
def test_pieces_of_capitals_and_digits_are_words(view, query, name):
    assert rows(view, query)[0] == len(NAMES) + OTHERS.index(name)


def test_word_of_a_camel_case_name_is_as_good_as_of_one_with_underscores(view):
    found = rows(view, "user")

    assert set(found) == set(range(len(NAMES)))


def test_camel_case_name_scores_about_as_high_as_one_with_underscores(view):
    scores = {hit.row: hit.score for hit in ask([view], "user name")}

    assert scores[NAMES.index("getUserName")] > 0.6 * scores[NAMES.index("get_user_name")]
