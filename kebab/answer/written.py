"""Reads what a model wrote: its sentences, what they cite, and whether it is an answer. Pure.

A sentence without a marker rests on the next marker in its paragraph or list item, a code block or
a table without one on the last marker before it. A line that only leads to a list, and a heading,
claim nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from kebab.answer.blocks import Block, Form, blocks_of
from kebab.answer.prompts import NO_ANSWER
from kebab.answer.sentences import sentence_spans

MARKER = re.compile(
    r"(?<![\w\]`])\[(#?\d{1,3}(?:\s*[,;]\s*#?\d{1,3})*)\](?!\()|(?<=\])\[(#?\d{1,3})\](?!\()"
)
_CODE = re.compile(r"```.*?(?:```|\Z)|`[^`\n]*`", re.DOTALL)
# The full stop is moved behind the markers after it: "a. [1] B" must not give "[1] B".
_STOP_BEFORE = re.compile(r"([.!?。！？])(\s*(?:\[#?\d[\d\s,;#]*\]\s*)*\[#?\d[\d\s,;#]*)\]")  # noqa: RUF001
_LEADS = re.compile(r"[:：]\W*$")  # noqa: RUF001 - full-width
_ITEM_MARK = re.compile(r"\A\s*(?:[-*+]|\d{1,3}[.)])\s+")
_EVIDENCE_MARK = re.compile(r"</?evidence-[0-9a-f]{12}")
_FEWEST_LETTERS = 6
_MOST_SENTENCES_OF_REFUSAL = 2
_NOT_FOUND = re.compile(
    r"\b(?:evidence|documents?|context|sources?|passages?|texts?|information)\b[^.]{0,40}"
    r"\b(?:do(?:es)?(?:n['\u2019]t| not)|did(?:n['\u2019]t| not))\s+(?:\w+\s+)?"
    r"(?:contain|mention|provide|include|answer|say|specify|address|describe|discuss|cover)"
    r"|\b(?:no|not enough|insufficient) (?:relevant )?(?:information|evidence|mention)\b"
    r"|\b(?:cannot|can['\u2019]t|can not|unable to|could not) (?:be )?"
    r"(?:answer|find|found|determine)"
    r"|\bI (?:do not|don['\u2019]t) know\b|\bnot (?:mentioned|found|specified|provided) in the\b"
    r"|(?:찾을|확인할|답할|답변할|알) 수(?:가)? 없"
    r"|(?:언급|포함|명시|설명|기술|제공)(?:되어|돼|되고)?\s?있지 않"
    r"|나와\s?있지 않|(?:정보|근거|내용|답변?|언급)[이가은는]? (?:없|부족)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Claim:
    """Characters `start` to `end` of an answer that say something, and what they cite."""

    start: int
    end: int
    text: str  # without its markers
    markers: tuple[int, ...]


def is_no_answer(text: str) -> bool:
    """Tell whether a model says that there is no answer, whatever it cites for that."""
    if NO_ANSWER.casefold() in text.casefold():
        return True
    sentences = sentence_spans(_masked(text))
    if not sentences or len(sentences) > _MOST_SENTENCES_OF_REFUSAL:
        return False
    return _NOT_FOUND.search(text[sentences[0][0] : sentences[0][1]]) is not None


def claims_of(text: str) -> list[Claim]:
    """List what an answer claims, in its order."""
    claims: list[Claim] = []
    last: tuple[int, ...] = ()
    for _, blocks in groupby(blocks_of(text, is_markdown=True), key=lambda block: block.group):
        for block in blocks:
            found = _inherited(list(_claims_of_block(text, block)))
            if block.form in {Form.CODE, Form.ROW}:
                found = [replace(one, markers=one.markers or last) for one in found]
            claims += found
            last = next((one.markers for one in reversed(claims) if one.markers), last)
    return claims


def _claims_of_block(text: str, block: Block) -> Iterator[Claim]:
    inner = text[block.start : block.end]
    if block.form is Form.HEADING:
        return
    spans = [(0, len(inner))]
    if block.form in {Form.PROSE, Form.ITEM}:
        spans = sentence_spans(_masked(inner))
    for start, end in spans:
        piece = inner[start:end]
        bare = _ITEM_MARK.sub("", without_markers(piece)).strip()
        is_claim = sum(map(str.isalnum, bare)) >= _FEWEST_LETTERS and not _LEADS.search(bare)
        if is_claim:
            yield Claim(block.start + start, block.start + end, bare, markers_in(piece))


def _inherited(claims: Sequence[Claim]) -> list[Claim]:
    following: tuple[int, ...] = ()
    found: list[Claim] = []
    for claim in reversed(claims):
        following = claim.markers or following
        found.append(replace(claim, markers=following))
    return found[::-1]


def _masked(text: str) -> str:
    """Make words of the markers, every character in its place, and end the sentence after them."""
    return MARKER.sub(_word, _STOP_BEFORE.sub(_stop_behind, text))


def _stop_behind(match: re.Match[str]) -> str:
    return " " + re.sub(r"\S", "x", match[2]) + match[1]


def _word(match: re.Match[str]) -> str:
    return "x" * len(match[0])


def markers_in(text: str) -> tuple[int, ...]:
    """List the numbers that a text cites, each once."""
    bare = _CODE.sub(lambda match: " " * len(match[0]), text)
    found = (match[1] or match[2] for match in MARKER.finditer(bare))
    numbers = (int(n.strip("# ")) for group in found for n in re.split("[,;]", group))
    return tuple(dict.fromkeys(numbers))


def without_markers(text: str) -> str:
    """Take the markers out of a text."""
    return re.sub(r"\s*" + f"(?:{MARKER.pattern})", "", text)


def renumbered(text: str, numbers: dict[int, int]) -> str:
    """Give every marker the number that its citation has; what is not cited any more goes."""

    def write(match: re.Match[str]) -> str:
        group = match[1] or match[2]
        kept = [numbers.get(int(n.strip("# "))) for n in re.split("[,;]", group)]
        return "".join(f"[{n}]" for n in kept if n is not None)

    parts: list[str] = []
    place = 0
    for code in _CODE.finditer(text):
        parts += [MARKER.sub(write, text[place : code.start()]), code[0]]
        place = code.end()
    return "".join([*parts, MARKER.sub(write, text[place:])])


def leaks(text: str, rules: str, words: int = 8) -> bool:
    """Tell whether an answer repeats the marks around evidence, or so many words in a row of the
    rules that it was given.
    """
    if _EVIDENCE_MARK.search(text):
        return True
    told = re.findall(r"\w+", rules.casefold())
    said = " " + " ".join(re.findall(r"\w+", text.casefold())) + " "
    return any(f" {' '.join(told[n : n + words])} " in said for n in range(len(told) - words + 1))
