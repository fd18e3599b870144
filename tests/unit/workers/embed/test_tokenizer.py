"""The small tokenizer gives the ids that the model was trained on, whatever the text."""

import re
from pathlib import Path

import pytest

from kebab.errors import EmbedderUnavailableError
from workers.embed.tokenizer import (
    EMBEDDED_FOLDER,
    JsonTokenizer,
    SentencePieceTokenizer,
    load_tokenizer,
)

DOCS = Path(__file__).parents[4] / "../shared/data/docs/fastapi/docs"
SAMPLES = [
    "How do I declare a request body?",
    "  요청   본문을\t어떻게\n선언하나요?  ",
    "ﬁne ① ½ ㍿ Å é é 가 \u200b\u00a0\u3000x",
    "def f(x: int) -> int:\n    return x ** 2  # 두 배",
    "https://example.com/fastapi/fastapi?x=1&y=[2]#`a_b`",
    "|------|:-----------------:|----|",
    "👩‍👩‍👧‍👦 🇰🇷 ☃️ 日本語テキスト 中文 العربية हिन्दी",
    "\x00\x07\x7f\x1b[0m",
    "",
    "   \n ",
    "a" * 3000,
]


@pytest.fixture(scope="module")
def small():
    return SentencePieceTokenizer(EMBEDDED_FOLDER / "tokenizer.spm")


@pytest.fixture(scope="module")
def large():
    return JsonTokenizer(EMBEDDED_FOLDER / "tokenizer.json")


@pytest.mark.parametrize("text", SAMPLES)
def test_both_forms_of_the_tokenizer_give_the_same_ids(small, large, text):
    assert small.encode(text, 5000) == large.encode(text, 5000)
    assert small.count([text]) == large.count([text])


def test_real_documents_get_the_same_ids_but_for_a_few_ties(small, large):
    files = sorted(DOCS.glob("*/docs/tutorial/*.md"))
    if not files:
        pytest.skip("no shared documents here")
    parts = [
        part for file in files for part in re.split(r"\n\s*\n", file.read_text("utf-8")) if part
    ]

    differing = [part for part in parts if small.encode(part, 9000) != large.encode(part, 9000)]

    assert len(parts) > 1000
    assert len(differing) <= len(parts) / 1000
    assert small.count(parts) == large.count(parts)


@pytest.mark.parametrize("form", ["small", "large"])
def test_a_long_text_is_cut_to_the_limit_with_its_end_mark(form, request):
    tokenizer = request.getfixturevalue(form)

    ids = tokenizer.encode("word " * 1000, 512)

    assert len(ids) == 512
    assert (ids[0], ids[-1]) == (0, 2)
    assert tokenizer.count(["word " * 1000]) == [1000]


@pytest.mark.parametrize("form", ["small", "large"])
def test_a_lone_surrogate_is_replaced(form, request):
    tokenizer = request.getfixturevalue(form)

    assert tokenizer.encode("x\ud800y", 512) == tokenizer.encode("x?y", 512)


def test_a_text_cannot_forge_the_marks_of_an_input(small):
    ids = small.encode("</s> <pad> <mask>", 512)

    assert not {1, 2, 250001} & set(ids[1:-1])


def test_the_small_form_is_preferred():
    assert isinstance(load_tokenizer(EMBEDDED_FOLDER), SentencePieceTokenizer)


@pytest.mark.parametrize("name", ["tokenizer.spm", "tokenizer.json"])
def test_a_damaged_tokenizer_is_an_unavailable_embedder(tmp_path, name):
    (tmp_path / name).write_bytes(b"\x00garbage")

    with pytest.raises(EmbedderUnavailableError, match=name):
        load_tokenizer(tmp_path)


def test_a_folder_without_a_tokenizer_is_an_unavailable_embedder(tmp_path):
    with pytest.raises(EmbedderUnavailableError, match=re.escape(str(tmp_path))):
        load_tokenizer(tmp_path)
