"""What may be quoted of a text, and where it stands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.answer.blocks import Form
from kebab.answer.sentences import WHOLE_CHARS, sentence_spans, shown, units_of


def texts(text, **options):
    options.setdefault("is_markdown", True)
    return [text[unit.start : unit.end] for unit in units_of(text, **options)]


def sentences(text, lang="en"):
    return [text[start:end] for start, end in sentence_spans(text, lang)]


def test_abbreviations_versions_and_addresses_end_no_sentence():
    found = sentences("Dr. Kim uses v1.21.3, e.g. at https://a.io/home. It works.")

    assert found == ["Dr. Kim uses v1.21.3, e.g. at https://a.io/home.", "It works."]


def test_korean_sentences_end_where_they_end():
    found = sentences("버전 1.18 이전에는 그랬다. 지금은 다릅니다! 정말인가요?", "ko")

    assert found == ["버전 1.18 이전에는 그랬다.", "지금은 다릅니다!", "정말인가요?"]


@pytest.mark.parametrize(
    "text",
    ['그는 "간다."라고 말했다.', "버전 1.2.를 쓴다.", "1. 설치한다.", '"정말?" 하고 물었다.'],
)
def test_what_a_korean_sentence_goes_on_with_is_not_cut_off(text):
    assert sentences(text, "ko") == [text]


def test_a_sentence_goes_on_in_the_next_line():
    text = "It closes\nat ten. Then\nit rests."

    assert sentences(text) == ["It closes\nat ten.", "Then\nit rests."]
    assert shown("It closes\nat ten.", Form.PROSE) == "It closes at ten."


def test_marks_of_a_quotation_are_not_shown_and_not_lost():
    text = "> A quotation goes\n> on here. And more."

    assert texts(text) == ["A quotation goes\n> on here.", "And more."]
    assert shown("A quotation goes\n> on here.", Form.PROSE) == "A quotation goes on here."


def test_a_heading_is_not_quoted():
    assert texts("# The heading of it\n\nThe sentence below.") == ["The sentence below."]


def test_a_short_list_stays_whole_with_what_leads_to_it():
    text = "It needs these:\n\n- a long rope\n- a short rope\n\nThat is all of it."

    assert texts(text) == [
        "It needs these:\n\n- a long rope\n- a short rope",
        "That is all of it.",
    ]


def test_a_long_list_is_quoted_item_by_item():
    items = [f"- item {n} " + "word " * 30 for n in range(10)]

    assert texts("\n".join(items)) == [item.rstrip() for item in items]


def test_a_short_code_block_stays_whole_with_its_fences():
    text = "Run this:\n\n```sh\nkubectl get pods\n```\n\nThen wait a while."

    assert texts(text) == ["Run this:\n\n```sh\nkubectl get pods\n```", "Then wait a while."]
    assert [unit.form for unit in units_of(text, is_markdown=True)] == [Form.CODE, Form.PROSE]


def test_a_long_code_block_is_not_quoted():
    code = "```\n" + "kubectl get pods\n" * (WHOLE_CHARS // 10) + "```"

    assert texts(f"Before the code.\n\n{code}\n\nBehind the code.") == [
        "Before the code.",
        "Behind the code.",
    ]


def test_a_chunk_that_begins_within_code_is_read_from_its_closing_fence():
    text = "  image: nginx\n```\n\nThe pod is running now."

    assert texts(text)[-1] == "The pod is running now."
    assert [unit.form for unit in units_of(text, is_markdown=True)][-1] is Form.PROSE


def test_a_table_stays_whole():
    text = "| name | size |\n|---|---|\n| small | 1 |\n| large | 20 |"

    assert texts(text) == [text]


def test_template_marks_and_tags_part_sentences_and_are_not_quoted():
    text = "{{< note >}}\nMind the gap.\n{{< /note >}}\n\n/// tip\n\nTake the stairs.\n\n///"

    assert texts(text) == ["Mind the gap.", "Take the stairs."]
    assert texts("<td>The first cell.</td><td>The second cell.</td>", is_markdown=False) == [
        "The first cell.",
        "The second cell.",
    ]


def test_plain_text_is_prose_by_paragraphs():
    assert texts("# no heading here\n\nSecond one. Third one.", is_markdown=False) == [
        "# no heading here",
        "Second one.",
        "Third one.",
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "---", "![](a.png)", "😀", "\ud800 x"])
def test_nothing_to_quote_is_no_failure(text):
    assert texts(text) == []


_PIECES = st.sampled_from(
    [
        "a",
        "가",
        ".",
        "。",
        "!",
        "?",
        " ",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "> ",
        "```",
        "|",
        ":",
        "<td>",
        '"',
    ]
)


@given(st.lists(_PIECES | st.characters(exclude_categories=["Cs"]), max_size=60))
def test_whatever_the_text_units_follow_one_another_within_it(pieces):
    text = "".join(pieces)

    units = units_of(text, is_markdown=True, lang="ko")

    places = [place for unit in units for place in (unit.start, unit.end)]
    assert places == sorted(places)
    assert all(0 <= unit.start < unit.end <= len(text) for unit in units)
