"""The lexical view of a shard: what it finds, and in which order."""

import unicodedata

import pytest
from support.lexical_views import ask, chunk, rows

from kebab.catalog.records import IndexedChunk
from kebab.errors import InvalidInputError
from kebab.wire.worker import Filters
from workers.shard.lexical import LexicalView
from workers.shard.question import parse_question


@pytest.fixture
def view_of(tmp_path):
    opened = []

    def build(*texts):
        view = LexicalView.open(tmp_path / str(len(opened)))
        opened.append(view)
        chunks = [t if isinstance(t, IndexedChunk) else chunk(i, t) for i, t in enumerate(texts, 1)]
        view.apply(chunks, [], 1)
        return view

    yield build
    for view in opened:
        view.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """Give the view of some chunks, one for all tests that ask for the same ones."""
    opened = {}

    def build(*chunks):
        if chunks not in opened:
            opened[chunks] = LexicalView.open(tmp_path_factory.mktemp("shared"))
            opened[chunks].apply(chunks, [], 1)
        return opened[chunks]

    yield build
    for view in opened.values():
        view.close()


# --- what is found ---------------------------------------------------------------------------


NAMES = (
    "DEC-0054", "foo/bar", "std::vector", "a@b.com", "qmd://x", "2026.4.10", "1.0.21", "C++",
    "PPR-9087", "getUserById", "snake_case", "--pre-glob", "GB/s", "#1269", "🚀",
)  # fmt: skip
APART = (
    "dec 0054 foo bar std vector a b com qmd x 2026 4 10 1 0 21 c ppr 9087",
    "get user by id snake case pre glob gb s 1269 and 1269 again",
)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("quote", ["", '"'])
def test_an_identifier_is_found_first_where_it_stands_whole(shared, name, quote):
    texts = [*APART, *(f"Here `{name}` stands, once." for name in NAMES)]
    view = shared(*(chunk(row, text) for row, text in enumerate(texts)))

    assert rows(view, f"{quote}{name}{quote}")[0] == len(APART) + NAMES.index(name)


@pytest.mark.parametrize(
    ("query", "first"),
    [("--pre", 1), ("--pre-glob", 2), ("rate()", 3), ("irate()", 4), ("pre-glob", 5)],
)
def test_an_identifier_ends_where_it_is_typed_to_end(shared, query, first):
    texts = ("use --pre to filter", "use --pre-glob to filter", "the rate() of x",
             "the irate() of x", "the pre-glob option")  # fmt: skip
    view = shared(*(chunk(row, text) for row, text in enumerate(texts, 1)))

    assert rows(view, query)[0] == first


@pytest.mark.parametrize("query", ["get_user_by_id", "user by id", "GETUSERBYID", "getUserById"])
def test_camel_case_is_found_whole_and_by_its_parts(shared, query):
    assert rows(shared(chunk(1, "call getUserById here"), chunk(2, "unrelated")), query) == [1]


FORMS = (
    ("데이터베이스", "데이터베이스에서 읽는다"),
    ("데이터베이스에서", "데이터베이스를 만든다"),
    ("이터", "데이터베이스"),
    ("설계했다", "새로 설계하고 있다"),
    ("서울시청", "서울특별시청 앞"),
    ("건강", "국민건강보험"),
    ("물", "강물이 흐른다"),
    ("止损", "如何设置止损点"),
    ("API서버", "API 서버"),
    ("漢字かな", "これは漢字かな交じり文"),
    ("ᄒᆞᆫ글", "옛말 ᄒᆞᆫ글 보존"),
    ("базы", "настройка базы данных"),
    ("ไทย", "ภาษาไทยง่าย"),
    ("running pods", "a pod runs"),
    ("ＡＰＩ", "the api"),
)


@pytest.mark.parametrize(("query", "text"), FORMS)
def test_words_are_found_in_every_script_and_form(shared, query, text):
    texts = [text for _, text in FORMS]
    view = shared(*(chunk(row, text) for row, text in enumerate(texts)), chunk(99, "무관한 글"))

    found = rows(view, query)

    assert texts.index(text) in found
    assert 99 not in found


def test_composed_and_decomposed_text_find_each_other(view_of):
    nfc, nfd = (unicodedata.normalize(form, "카페 Café") for form in ("NFC", "NFD"))
    view = view_of(nfc, nfd, chunk(3, "x", path=nfd + ".md"), chunk(4, "x", path=nfc + ".md"))

    assert sorted(rows(view, nfc)) == sorted(rows(view, nfd)) == [1, 2, 3, 4]
    assert rows(view, "카페", Filters(path_glob=nfd + "*")) == [3, 4]


def test_a_question_finds_what_its_rare_words_say(view_of):
    view = view_of(
        "What is a pod? How do I, what is, where is, does it",
        "Liveness probes restart containers.",
        "파드란 무엇인가요? 어떻게 하나요?",
        "네임스페이스 격리",
    )

    assert rows(view, "How do I set up liveness probes for what it is?")[0] == 2
    assert rows(view, "네임스페이스는 어떻게 설정하나요?")[0] == 4


def test_title_and_headings_rank_above_the_text(view_of):
    view = view_of(
        "quota quota and other words here that go on",
        chunk(2, "words that go on about it", heading_path=("Guide", "Quota")),
    )

    assert rows(view, "quota")[0] == 2


# --- what operators do -----------------------------------------------------------------------


def test_a_phrase_has_to_stand_as_it_is(view_of):
    view = view_of("rolling update of pods", "update rolling", "롤링 업데이트 전략")

    assert rows(view, '"rolling updates"') == [1]
    assert rows(view, '"롤링 업데이트"') == [3]
    assert rows(view, '"rolling pods"') == []


def test_phrases_do_not_reach_from_title_to_text(view_of):
    view = view_of(chunk(1, "update now", title="rolling"))

    assert rows(view, '"rolling update"') == []


def test_what_is_excluded_is_not_found(view_of):
    view = view_of("note on cloud-init", "note on cloud and init", "note", "노트 물병 note")

    assert set(rows(view, 'note -"cloud-init"')) == {2, 3, 4}
    assert set(rows(view, "note -cloud")) == {3, 4}
    assert set(rows(view, "note -물")) == {1, 2, 3}


@pytest.mark.parametrize(
    "query",
    ["", " ", "*", "-", '"', "(", "a:b:c", "AND", "GB/s AND", "x [1 TO 2] {!}", "~/^$?", "\\",
     "a~2", "\x00", "\ud800", "😶", "l'été", "a" * 10_000, "+".join("ab"), "-- -", '"" -""',
     "a\tb\r\nc"],
)  # fmt: skip
def test_nothing_that_is_typed_is_an_error(shared, query):
    rows(shared(chunk(1, "ab GB/s x")), query)


def test_two_thousand_words_find_the_text_they_are_from(view_of):
    texts = [" ".join(f"w{i * 7 + j * 13 % 997}" for j in range(100)) for i in range(60)]
    view = view_of(*texts)

    assert rows(view, " ".join([texts[10]] * 20))[0] == 11


# --- what scores say -------------------------------------------------------------------------


def test_coverage_is_the_share_of_the_question_that_a_hit_holds(view_of):
    view = view_of("alpha beta gamma", "alpha beta", "alpha", "other")

    found = {hit.row: hit.coverage for hit in ask([view], "alpha beta gamma")}

    assert found[1] == 1.0
    assert 1 > found[2] > found[3] > 0
    assert 4 not in found


def test_an_unknown_word_lowers_coverage(view_of):
    (hit,) = ask([view_of("the alpha release")], "alpha zyzzyva")

    assert hit.coverage < 0.5


def test_equal_chunks_come_by_row(view_of):
    view = view_of(*["same text"] * 9)

    assert rows(view, "same text") == list(range(1, 10))


def test_scores_do_not_depend_on_shards_or_history(view_of):
    texts = [f"pod {'w ' * (i % 40)} quota{i % 7} 파드{i % 5} foo-{i % 3}" for i in range(1, 61)]
    chunks = [chunk(i, text, title=f"t{i % 4}") for i, text in enumerate(texts, 1)]
    whole = view_of(*chunks)
    halves = [view_of(*chunks[:7]), view_of(*chunks[7:])]
    edited = view_of(*(chunk(i + 1000, "pod quota1 old " * i) for i in range(1, 30)), *chunks)
    edited.apply([], range(1001, 1030), 2)
    edited.apply(chunks[10:20], [3, 4], 3)
    edited.apply(chunks[2:4], [], 4)

    for query in ("pod quota1", "파드3", "foo-2 t1", '"quota1 파드1" -foo-2', "w pod"):
        expected = ask([whole], query)
        assert ask(halves, query) == expected
        assert ask([edited], query) == expected
        assert expected


def test_scores_do_not_depend_on_merges(view_of):
    texts = [f"pod {'w ' * (i + 40)} quota{i % 7}" for i in range(60)]
    chunks = [chunk(i, text, title="t " * i) for i, text in enumerate(texts, 1)]
    merged = view_of(*(chunk(i + 1000, "pod quota1 old " * i) for i in range(1, 30)), *chunks[:30])
    for number in range(10):
        first = 30 + 3 * number
        merged.apply(
            chunks[first : first + 3], [1000 + number, 1010 + number, 1020 + number], number
        )

    assert len(list(merged._folder.glob("*.fast"))) < 10
    assert ask([merged], "pod quota1") == ask([view_of(*chunks)], "pod quota1")


def test_many_equal_chunks_are_cut_off_by_row(view_of):
    view = view_of(*["same text"] * 60)
    view.apply([chunk(1, "same text")], [], 2)

    assert [hit.row for hit in ask([view], "same", depth=5)] == [1, 2, 3, 4, 5]


# --- filters ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("filters", "passing"),
    [
        (Filters(), [1, 2, 3]),
        (Filters(tags=("red",)), [1, 2]),
        (Filters(tags=("blue", "none")), [2]),
        (Filters(tags=("Red",)), []),
        (Filters(media=("pdf", "code")), [3]),
        (Filters(lang=("ko",)), [2]),
        (Filters(path_glob="docs/*.md"), [1]),
        (Filters(path_glob="docs/**"), [1, 2]),
        (Filters(trust_min="secondary"), [1, 2]),
        (Filters(source=("work",)), [3]),
        (Filters(source_type=("note",)), [1, 2]),
        (Filters(doc_id="d2"), [2]),
        (Filters(ingested_after_ms=2000), [3]),
        (Filters(ingested_after_ms=1999), [2, 3]),
        (Filters(tags=("red",), lang=("ko",), path_glob="**/b.md"), [2]),
        (Filters(tags=("red",), lang=("fr",)), []),
    ],
)
def test_filters_hold_for_search_and_for_the_vector_view_alike(shared, filters, passing):
    view = shared(
        chunk(1, "word", document_id="d1", tags=("red",), path="docs/a.md"),
        chunk(2, "word", document_id="d2", tags=("red", "blue"), lang="ko", path="docs/x/b.md",
              trust_level="secondary"),
        chunk(3, "word", document_id="d3", media="pdf", path="c.pdf", trust_level="generated",
              source_id="work", source_type="paper"),
    )  # fmt: skip

    assert sorted(rows(view, "word", filters)) == passing
    assert view.allowed(filters).tolist() == passing


def test_a_filter_comes_before_the_best_are_taken(view_of):
    view = view_of(*["word"] * 50, chunk(51, "a word far down " * 40, lang="ko"))

    assert [hit.row for hit in ask([view], "word", Filters(lang=("ko",)), depth=1)] == [51]


def test_filters_do_not_change_scores(view_of):
    view = view_of("word one", "word two")

    assert ask([view], "word", Filters(lang=("en",))) == ask([view], "word")


def test_a_glob_that_cannot_be_used_is_the_askers_mistake(view_of):
    with pytest.raises(InvalidInputError):
        rows(view_of("word"), "word", Filters(path_glob="?" * 100_000))


def test_what_is_remembered_of_words_and_filters_ends_with_a_commit(view_of):
    view = view_of(chunk(1, "lantern", lang="ko"), chunk(2, "lantern"), chunk(3, "lantern"))
    korean, question = Filters(lang=("ko",)), parse_question("lantern")
    before = view.statistics(question)["body:lantern"], view.allowed(korean).tolist()

    view.apply([chunk(4, "a lantern", lang="ko")], [3], 2)
    after = view.statistics(question)["body:lantern"], view.allowed(korean).tolist()
    view.apply([], [1], 3)

    assert (before, after) == ((3, [1]), (3, [1, 4]))
    assert (view.statistics(question)["body:lantern"], view.allowed(korean).tolist()) == (2, [4])


def test_many_values_of_a_filter_let_through_what_a_few_do(view_of):
    view = view_of(*(chunk(row, "word", tags=(f"t{row}",)) for row in range(1, 200)))
    few, many = (Filters(tags=tuple(f"t{row}" for row in range(1, end))) for end in (4, 150))

    assert sorted(rows(view, "word", few)) == [1, 2, 3]
    assert view.allowed(many).tolist() == list(range(1, 150))
