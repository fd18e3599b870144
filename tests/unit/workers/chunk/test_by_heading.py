"""How blocks become chunks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.wire.worker import ChunkingConfig
from workers.chunk.by_heading import chunk_blocks
from workers.extract.markdown import parse_markdown

SIZES = ChunkingConfig(target_tokens=20, overlap_tokens=6, max_tokens=30)


def by_words(texts):
    return [len(text.split()) for text in texts]


def by_characters(texts):
    return [len(text) for text in texts]


def chunks_of(text, sizes=SIZES, count=by_words):
    return chunk_blocks(parse_markdown(text.split("\n"), 0), sizes, count)


def spans(chunks):
    return [(chunk.line_start, chunk.line_end) for chunk in chunks]


def words(count, prefix="w"):
    return " ".join(f"{prefix}{number}" for number in range(count))


def test_chunk_begins_with_its_heading_and_never_crosses_one():
    chunks = chunks_of("intro\n\n# A\n\none\n\ntwo\n## B\nthree")

    assert [(chunk.text, chunk.heading_path) for chunk in chunks] == [
        ("intro", ()),
        ("# A\n\none\n\ntwo", ("A",)),
        ("## B\nthree", ("A", "B")),
    ]
    assert spans(chunks) == [(1, 1), (3, 7), (8, 9)]


def test_silent_heading_is_found_in_the_paths_below_it():
    chunks = chunks_of("# A\n\n## B\n\ntext")

    assert [(chunk.text, chunk.heading_path) for chunk in chunks] == [("## B\n\ntext", ("A", "B"))]


def test_document_of_headings_only_has_a_chunk():
    assert [chunk.text for chunk in chunks_of("# A\n\n## B\n")] == ["## B"]


def test_blocks_are_glued_up_to_the_target():
    chunks = chunks_of("\n\n".join([words(8, "a"), words(8, "b"), words(8, "c"), words(8, "d")]))

    assert spans(chunks) == [(1, 3), (5, 7)]
    assert [chunk.token_count for chunk in chunks] == [16, 16]


def test_small_rest_is_taken_along():
    assert spans(chunks_of(f"{words(18)}\n\nlast bit here")) == [(1, 3)]


def test_heading_stays_with_a_block_of_nearly_the_cap():
    (chunk,) = chunks_of(f"# A B C\n\n```\n{words(20)}\n```")

    assert chunk.token_count == 26


def test_overlap_is_whole_trailing_blocks_and_the_span_covers_them():
    chunks = chunks_of(f"{words(14, 'a')}\n\n{words(4, 'b')}\n\n{words(16, 'c')}")

    assert chunks[1].text == f"{words(4, 'b')}\n\n{words(16, 'c')}"
    assert spans(chunks) == [(1, 3), (3, 5)]


def test_overlap_is_trailing_sentences_of_a_long_paragraph():
    chunks = chunks_of(f"{words(12, 'a')}.\nIt goes\non so much. The end.\n\n{words(16, 'c')}")

    assert chunks[1].text.startswith("The end.\n\nc0")
    assert spans(chunks) == [(1, 3), (3, 5)]


def test_nothing_overlaps_across_sections_or_without_being_asked():
    no_overlap = ChunkingConfig(20, 0, 30)
    text = f"{words(14, 'a')}\n\n{words(4, 'b')}\n\n{words(16, 'c')}"

    assert spans(chunks_of(text, no_overlap)) == [(1, 3), (5, 5)]
    assert spans(chunks_of("# A\n\nshort\n\n# B\n\nshort")) == [(1, 3), (5, 7)]


def test_code_and_tables_are_whole_up_to_the_cap():
    code = "```\n" + "\n\n".join([words(7)] * 4) + "\n```"

    assert [chunk.token_count for chunk in chunks_of(f"{words(15)}\n\n{code}\n\n{words(15)}")] == [
        15,
        30,
        15,
    ]


def test_code_over_the_cap_is_cut_at_lines():
    chunks = chunks_of("```\n" + "\n".join([words(7)] * 6) + "\n```")

    assert spans(chunks) == [(1, 3), (4, 5), (6, 8)]
    assert chunks[1].text == f"{words(7)}\n{words(7)}"


def test_table_over_the_cap_repeats_its_head():
    rows = "\n".join(f"| r{number} | x |" for number in range(10))

    chunks = chunks_of(f"| a | b |\n|---|---|\n{rows}")

    assert all(chunk.text.startswith("| a | b |\n|---|---|\n| r") for chunk in chunks)
    assert spans(chunks) == [(1, 4), (5, 6), (7, 8), (9, 10), (11, 12)]


def test_list_over_the_cap_is_cut_before_items():
    chunks = chunks_of("\n".join(f"- {words(6)}\n  {words(6)}" for _ in range(4)))

    assert spans(chunks) == [(1, 2), (3, 4), (5, 6), (7, 8)]


def test_line_over_the_cap_is_cut_at_sentences_then_words():
    chunks = chunks_of(f"{words(15, 'a')}. {words(50, 'b')}. {words(5, 'c')}.")

    assert chunks[0].text == words(15, "a") + "."
    assert all(chunk.token_count <= 30 for chunk in chunks)
    assert set(spans(chunks)) == {(1, 1)}


def test_word_over_the_cap_is_cut_anywhere_and_nothing_is_lost():
    chunks = chunks_of("x" * 95, ChunkingConfig(20, 0, 30), by_characters)

    assert "".join(chunk.text for chunk in chunks) == "x" * 95
    assert max(chunk.token_count for chunk in chunks) <= 30


def test_what_a_model_adds_to_every_text_counts_once_a_chunk():
    def with_marks(texts):
        return [len(text.split()) + 2 for text in texts]

    chunks = chunks_of("a b\n\nc d\n\ne f", SIZES, with_marks)

    assert [chunk.token_count for chunk in chunks] == [8]


def test_blank_characters_are_no_chunk():
    assert chunks_of(" \n\t\n \u3000\n") == ()


def test_last_word_of_a_large_file_is_in_a_chunk():
    chunks = chunks_of(f"# Big\n\n{words(60_000)} {'y' * 100_000}\n\nthe last-word")

    assert "last-word" in chunks[-1].text
    assert spans(chunks)[-1][1] == 5


LINE = st.lists(
    st.sampled_from(["alpha", "be.", "가나다", "x-y", "`c`", "데이터베이스。"]), min_size=1
)
PARAGRAPH = st.lists(LINE.map(" ".join), min_size=1, max_size=6).map("\n".join)
BLOCK = st.one_of(
    st.tuples(st.integers(1, 4), LINE).map(lambda made: "#" * made[0] + " " + " ".join(made[1])),
    PARAGRAPH,
    LINE.map(lambda line: f"{' '.join(line)}\n==="),
    st.lists(LINE, min_size=1).map(lambda item: "\n".join("- " + " ".join(line) for line in item)),
    PARAGRAPH.map(lambda text: "> " + text.replace("\n", "\n> ")),
    PARAGRAPH.map(lambda text: f"```py\n{text}\n\n{text}\n```"),
    st.lists(LINE, min_size=1).map(
        lambda rows: "| h |\n|---|\n" + "\n".join(f"| {' '.join(row)} |" for row in rows)
    ),
    st.just("[ref]: http://x"),
)
DOCUMENT = st.lists(BLOCK, min_size=1, max_size=8).map("\n\n".join)
CONFIG = st.builds(
    lambda target, more, overlap: ChunkingConfig(target, min(overlap, target - 1), target + more),
    st.integers(16, 60),
    st.integers(0, 20),
    st.integers(0, 30),
)


@given(DOCUMENT, CONFIG)
def test_chunks_stand_in_order_on_the_lines_that_they_name(text, sizes):
    lines = text.split("\n")
    chunks = chunks_of(text, sizes)

    assert spans(chunks) == sorted(spans(chunks))
    for chunk in chunks:
        quoted = " ".join("\n".join(lines[chunk.line_start - 1 : chunk.line_end]).split())
        shown = " ".join(chunk.text.removeprefix("| h |\n|---|\n").split())
        assert 1 <= chunk.line_start <= chunk.line_end <= len(lines)
        assert shown.replace("| h | |---| ", "") in quoted.replace("| h | |---| ", "")
        assert lines[chunk.line_start - 1].strip()
        assert lines[chunk.line_end - 1].strip()


@given(DOCUMENT, CONFIG)
def test_every_word_is_in_a_chunk_or_a_path(text, sizes):
    chunks = chunks_of(text, sizes)
    found = {
        word
        for chunk in chunks
        for word in (*chunk.text.split(), *" ".join(chunk.heading_path).split())
    }

    assert {word for word in text.replace("`", "").split() if word.strip("#=-")} <= {
        *found,
        *(word.replace("`", "") for word in found),
    }


@pytest.mark.parametrize("count", [by_words, by_characters])
@given(text=DOCUMENT, sizes=CONFIG)
def test_no_chunk_is_over_the_cap(count, text, sizes):
    chunks = chunks_of(text, sizes, count)

    assert all(size <= sizes.max_tokens for size in count([chunk.text for chunk in chunks]))
