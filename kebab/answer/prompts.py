"""Words what a language model is told. The rules are in config/prompts, one file a task."""

from __future__ import annotations

from collections.abc import Sequence

from kebab.answer.evidence import Evidence
from kebab.answer.fence import fence_of, fenced, neutral
from kebab.answer.language import NAMES
from kebab.answer.llm.protocol import Message
from kebab.catalog.records import Turn
from kebab.settings.prompts import rules_of

NO_ANSWER = "NO_ANSWER"
EXTRACTIVE_VERSION = "extractive-1"
_TURNS_SHOWN = 3
_ANSWER_CHARS = 600


def answer_messages(question: str, evidence: Sequence[Evidence], lang: str) -> list[Message]:
    """Ask for an answer from evidence."""
    fence = fence_of([question, *(piece.text for piece in evidence)])
    language = NAMES.get(lang, "the language of the question")
    rules = rules_of("answer", language=language, fence=fence)
    asked = (
        f"{fenced(evidence, fence)}\n\nQuestion: {neutral(question)}\n\n"
        f"Answer in {language}, each sentence with its number in square brackets:"
    )
    return [Message("system", rules), Message("user", asked)]


def decompose_messages(question: str, most: int) -> list[Message]:
    """Ask for the questions that a question consists of."""
    return [
        Message("system", rules_of("decompose", most=most)),
        Message("user", f"Question: {neutral(question)}"),
    ]


def decide_messages(
    question: str, looked_up: Sequence[str], evidence: Sequence[Evidence], most: int
) -> list[Message]:
    """Ask whether the evidence is enough."""
    fence = fence_of([question, *(piece.text for piece in evidence)])
    done = "\n".join(f"- {neutral(one)}" for one in looked_up)
    asked = (
        f"{fenced(evidence, fence)}\n\nLooked up already:\n{done}\n\nQuestion: {neutral(question)}"
    )
    return [Message("system", rules_of("decide", most=most, fence=fence)), Message("user", asked)]


def rewrite_messages(question: str, history: Sequence[Turn]) -> list[Message]:
    """Ask for a question that can be understood without the conversation."""
    turns = "\n".join(
        f"Question: {neutral(turn.question)}\nAnswer: {neutral(turn.answer[:_ANSWER_CHARS])}"
        for turn in history[-_TURNS_SHOWN:]
    )
    asked = f"Earlier:\n{turns}\n\nLast question: {neutral(question)}"
    return [Message("system", rules_of("rewrite")), Message("user", asked)]


def entail_messages(claim: str, text: str) -> list[Message]:
    """Ask whether a text bears out a claim."""
    fence = fence_of([claim, text])
    asked = f"<evidence-{fence}>\n{neutral(text)}\n</evidence-{fence}>\n\nClaim: {neutral(claim)}"
    return [Message("system", rules_of("entail", fence=fence)), Message("user", asked)]
