"""The prefixes that each family of embedding models wants."""

import pytest

from kebab.settings.prefixes import prefixes_for

REPRESENT = "Represent this sentence for searching relevant passages: "


@pytest.mark.parametrize(
    ("model", "expected"),
    [
        ("", ("query: ", "passage: ")),
        ("intfloat/multilingual-e5-large", ("query: ", "passage: ")),
        ("/models/multilingual-e5-small/", ("query: ", "passage: ")),
        (r"C:\models\e5-base", ("query: ", "passage: ")),
        ("intfloat/multilingual-e5-large-instruct", ("", "")),
        ("BAAI/bge-small-en-v1.5", (REPRESENT, "")),
        ("BAAI/bge-base-en", (REPRESENT, "")),
        ("BAAI/bge-small-zh-v1.5", ("", "")),
        ("BAAI/bge-m3", ("", "")),
        ("snowflake/snowflake-arctic-embed-s", (REPRESENT, "")),
        ("snowflake/snowflake-arctic-embed-m-v2.0", ("query: ", "")),
        ("mixedbread-ai/mxbai-embed-large-v1", (REPRESENT, "")),
        ("nomic-ai/nomic-embed-text-v1.5", ("search_query: ", "search_document: ")),
        ("sentence-transformers/all-MiniLM-L6-v2", ("", "")),
    ],
)
def test_prefixes_follow_the_family_of_the_model(model, expected):
    assert prefixes_for(model) == expected
