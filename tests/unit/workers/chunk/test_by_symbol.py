"""How definitions become chunks."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kebab.wire.worker import ChunkingConfig
from workers.chunk.by_symbol import chunk_symbols
from workers.extract.code.parse import parse_code
from workers.extract.limits import Limits

SIZES = ChunkingConfig(target_tokens=80, overlap_tokens=6, max_tokens=120)


def by_words(texts):
    return [len(text.split()) for text in texts]


def by_characters(texts):
    return [len(text) for text in texts]


def chunks_of(text, name="a.py", sizes=SIZES, count=by_words):
    return chunk_symbols(parse_code(text.encode(), name, Limits()).blocks, sizes, count)


def told(chunks):
    return [(" > ".join(c.heading_path), c.place.symbol, c.line_start, c.line_end) for c in chunks]


def function(name, count, indent=""):
    body = "".join(f"{indent}    a{number} = {number}\n" for number in range(count))
    return f"{indent}def {name}(self):\n{body}"


def test_function_is_one_chunk_under_its_name():
    text = function("one", 5) + "\n" + function("two", 5)

    assert told(chunks_of(text)) == [("one", "one", 1, 6), ("two", "two", 8, 13)]


def test_small_class_is_one_chunk():
    text = "class Pool:\n" + function("a", 1, "    ") + "\n" + function("b", 1, "    ")

    assert told(chunks_of(text)) == [("Pool", "Pool", 1, 6)]


def test_large_class_is_a_chunk_a_method():
    text = "class Pool:\n    size: int = 1\n" + function("a", 5, "    ") + function("b", 6, "    ")

    assert told(chunks_of(text)) == [
        ("Pool > a", "Pool.a", 1, 8),
        ("Pool > b", "Pool.b", 9, 15),
    ]


def test_very_small_neighbours_are_together_and_all_are_named():
    text = "\n".join(["def a(): pass", "def b(): pass", "def c(): pass", function("d", 5)])

    assert told(chunks_of(text)) == [("a, b, c", None, 1, 3), ("d", "d", 4, 9)]


def test_small_methods_stand_under_their_class():
    text = "class Pool:\n" + "".join(f"    def m{n}(self): pass\n" for n in range(10))

    assert told(chunks_of(text)) == [
        ("Pool > m0, m1, m2, m3, m4, m5, m6", "Pool", 1, 8),
        ("Pool > m7, m8, m9", "Pool", 9, 11),
    ]


def test_remark_between_definitions_goes_with_the_one_below():
    text = function("one", 5) + "\n# part two\n\n" + function("two", 5)

    assert told(chunks_of(text)) == [("one", "one", 1, 6), ("two", "two", 8, 15)]


def test_long_function_is_cut_between_statements_and_its_head_is_repeated():
    lines = "".join(f"    if a{n}:\n        b{n} = {n}\n        c{n}\n" for n in range(40))
    chunks = chunks_of(f"@deco\ndef long(self):\n{lines}")

    assert len(chunks) > 2
    assert {c.place.symbol for c in chunks} == {"long"}
    assert chunks[0].text.startswith("@deco\ndef long(self):\n    if a0:")
    assert all(c.text.startswith("def long(self):\n    if a") for c in chunks[1:])
    assert [c.line_start for c in chunks[1:]] == [c.line_end + 1 for c in chunks[:-1]]
    assert chunks[-1].line_end == 122


def test_text_without_definitions_is_cut_at_paragraphs():
    text = "\n\n".join("\n".join(f"{p}{n} = {n}" for n in range(20)) for p in "abc")

    assert told(chunks_of(text)) == [("", None, 1, 20), ("", None, 22, 41), ("", None, 43, 62)]


def test_place_says_that_it_is_code():
    (chunk,) = chunks_of("x = 1\n")

    assert (chunk.place.kind, chunk.place.symbol) == ("code", None)


def test_file_of_blank_lines_has_no_chunk():
    assert chunks_of("\n \n\n") == ()


_LINES = st.lists(
    st.sampled_from(
        ["", "class A:", "    def f(self):", "        return 1", "def g(a, b):", "    x = 1",
         "# note", "    pass", "@deco", "y = [", "]", "word " * 30, "z" * 200]
    ),
    max_size=60,
)  # fmt: skip


@given(lines=_LINES, cap=st.integers(16, 80))
@settings(max_examples=60, deadline=None)
def test_chunks_hold_all_lines_in_order_and_keep_the_cap(lines, cap):
    sizes = ChunkingConfig(target_tokens=cap * 2 // 3, overlap_tokens=0, max_tokens=cap)
    chunks = chunks_of("\n".join(lines), sizes=sizes)
    covered = {n for c in chunks for n in range(c.line_start, c.line_end + 1)}

    assert {n for n, line in enumerate(lines, start=1) if line.strip()} <= covered
    assert [c.line_start for c in chunks] == sorted(c.line_start for c in chunks)
    assert all(len(c.text.split()) <= cap for c in chunks)
    assert all(c.token_count <= cap for c in chunks)


@given(lines=_LINES)
@settings(max_examples=30, deadline=None)
def test_cap_holds_where_rows_are_longer_than_it(lines):
    sizes = ChunkingConfig(target_tokens=40, overlap_tokens=0, max_tokens=60)
    chunks = chunks_of("\n".join(lines), sizes=sizes, count=by_characters)

    assert all(len(c.text) <= 60 for c in chunks)
