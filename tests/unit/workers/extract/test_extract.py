"""What one file is made into, from bytes to chunks."""

from pathlib import Path

import pytest
from blake3 import blake3
from hypothesis import given
from hypothesis import strategies as st

from kebab.errors import UnreadableDocumentError, UnsupportedMediaError
from kebab.wire.extraction import Extraction
from kebab.wire.worker import ChunkingConfig
from workers.extract.extract import extract

ROOT = Path(__file__).resolve().parents[4]
DOCUMENTS = ROOT / "../shared/data/docs/fastapi"
TOKENIZER = ROOT / "kebab/models/multilingual-e5-small/tokenizer.json"
SIZES = ChunkingConfig(target_tokens=320, overlap_tokens=40, max_tokens=460)


def by_words(texts):
    return [len(text.split()) for text in texts]


def made(data, path="folder/a.md", media="markdown", count=by_words, sizes=SIZES):
    return extract(
        path=path,
        media=media,
        data=data,
        size_bytes=len(data),
        mtime_ns=5,
        chunking=sizes,
        count_tokens=count,
    )


def test_markdown_becomes_a_document_with_chunks():
    data = (
        b"\xef\xbb\xbf---\r\ntags: [x]\r\ntrust_level: generated\r\n---\r\n"
        b"# Head\r\rText of it.\r\n"
    )

    document = made(data)

    assert (document.title, document.lang, document.encoding) == ("Head", "und", "utf-8")
    assert (document.tags, document.trust_level, document.source_type) == (("x",), "generated", "")
    assert (document.parser_version, document.chunker_version) == ("markdown-1", "heading-1")
    assert (document.content_hash, document.size_bytes) == (blake3(data).hexdigest(), len(data))
    assert (document.mtime_ns, document.warnings) == (5, ())
    (chunk,) = document.chunks
    assert (chunk.text, chunk.line_start, chunk.line_end) == ("# Head\n\nText of it.", 5, 7)


def test_document_crosses_the_pipe_unchanged():
    document = made("# 제목\n\n본문\n".encode("cp949"))

    assert Extraction.from_fields(document.to_fields()) == document


def test_language_that_is_stated_wins():
    assert made("---\nlang: ja\n---\n이것은 한국어 문장입니다.".encode()).lang == "ja"


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"---\na: 1\n---\n", b"<!-- do not edit -->\n", b" \t"]
)
def test_document_without_text_says_so(data):
    document = made(data)

    assert (document.chunks, document.warnings) == ((), ("no text",))


def test_do_not_edit_in_the_head_is_no_reason_to_skip():
    assert made(b"<!-- do not edit -->\n\nDO NOT EDIT\n\nwords").chunks


def test_malformed_front_matter_leaves_the_body():
    document = made(b"---\ntitle: KB: Something\ntype: null\n---\nThe body.\n")

    assert (document.title, len(document.warnings)) == ("KB: Something", 1)
    assert [(c.text, c.line_start) for c in document.chunks] == [("The body.", 5)]


def test_warnings_of_every_stage_are_kept():
    document = made("---\nlang: 한국말\n---\n본문입니다\n".encode("cp949"))

    assert [warning.split(";")[0] for warning in document.warnings] == [
        "the file is not UTF-8",
        "front matter: lang has to be a language code such as en, ko or ja",
    ]


def test_rst_is_text_with_headings():
    document = made(b"Title\n=====\n\nWords.\n", "a.rst", "text")

    assert (document.title, document.parser_version, document.chunker_version) == (
        "Title",
        "text-1",
        "paragraph-1",
    )
    assert document.chunks[0].heading_path == ("Title",)


def test_plain_text_has_no_front_matter_or_headings():
    document = made(b"---\na: 1\n---\n\n# no heading\n", "a.txt", "text")

    assert [(c.text, c.heading_path) for c in document.chunks] == [
        ("---\na: 1\n---\n\n# no heading", ())
    ]


def test_other_media_are_refused():
    with pytest.raises(UnsupportedMediaError, match="tape"):
        made(b"x", "a.tape", "tape")


@given(st.binary(max_size=400), st.sampled_from(["a.md", "a.rst", "a.org", "a.txt"]))
def test_any_bytes_make_a_document_or_are_refused(data, path):
    try:
        document = made(data, path, "markdown" if path == "a.md" else "text")
    except UnreadableDocumentError:
        return

    assert document.title
    assert Extraction.from_fields(document.to_fields()) == document


@given(
    st.text(alphabet="ab1 #*_-=~`|>\n\t[](){}<!/:&\\.\r\x0c\u2028가", max_size=200),
    st.sampled_from(["a.md", "a.rst", "a.org", "a.txt"]),
)
def test_any_markup_keeps_the_cap_and_the_lines(text, path):
    sizes = ChunkingConfig(target_tokens=16, overlap_tokens=5, max_tokens=20)
    count = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1

    document = made(text.encode(), path, "markdown" if path == "a.md" else "text", by_length, sizes)

    for chunk in document.chunks:
        assert len(chunk.text) <= 20
        assert chunk.text.strip()
        assert 1 <= chunk.line_start <= chunk.line_end <= count


def by_length(texts):
    return [len(text) for text in texts]


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the corpus is not here")
@pytest.mark.parametrize("language", ["en", "ko"])
def test_real_documents_are_cut_within_the_cap_by_the_model_s_tokenizer(language):
    from tokenizers import Tokenizer  # noqa: PLC0415 - only this test needs it

    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    tokenizer.no_truncation()
    tokenizer.no_padding()

    def count(texts):
        return [len(encoding) for encoding in tokenizer.encode_batch_fast(list(texts))]

    paths = sorted((DOCUMENTS / "docs" / language / "docs").rglob("*.md"))[:25]
    documents = [made(path.read_bytes(), path.name, count=count) for path in paths]
    chunks = [chunk for document in documents for chunk in document.chunks]

    assert [chunk.token_count for chunk in chunks] == count([chunk.text for chunk in chunks])
    assert max(chunk.token_count for chunk in chunks) <= 460
    assert {document.lang for document in documents} == {language}
    assert [warning for document in documents for warning in document.warnings] == []
