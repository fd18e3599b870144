"""Makes a follow-up into a question that can be understood, and looked up, alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kebab.answer.prompts import rewrite_messages
from kebab.answer.writer import Writer
from kebab.catalog.records import Turn

MAX_CHARS = 500
_MOST_TERMS = 12
_FEW_TERMS = 2
_WORD = re.compile(r"[\w][\w.+#/-]*[\w+#]|\w")
_ASKS = """
    a about also an and any are as at be can could did do does explain for from give happens has
    have how i if in is it its me my of on or please same should show so tell than that the their
    them then there these they this those to use used using was we were what when where which who
    why will with work works would you your
    그 그거 그것 그건 그게 그냥 그러면 그런데 그럼 그리고 근데 더 또 또는 뭐 뭐야 무엇 무엇인가요
    무슨 방법 방법은 설명해줘 알려줘 알려주세요 어디 어떻게 언제 얼마나 왜 이거 이것 이건 이게
    있나요 있어 있어요 없나요 하나요 해 해야 하나 하는 하려면 되나요 그래 어때 어떤 차이 차이는
"""
_ASKING = frozenset(_ASKS.split())
_OPENS = re.compile(
    r"\s*(?:and|but|so|or|also|then|what about|how about|what if|why not|그럼|그러면|그리고|그런데"
    r"|근데|하지만|또는|또|아니면|그렇다면)(?![\w-])",
    re.IGNORECASE,
)
_POINTS = re.compile(
    r"\b(?:it|its|they|them|their|that|this|those|these|there|one|ones|the same)\b"
    r"|(?<![가-힣])(?:그것|그거|그건|그게|이것|이거|이건|이게|거기|여기|그때|그\s|이\s|위의|앞의)",
    re.IGNORECASE,
)


async def full_question(question: str, history: Sequence[Turn], writer: Writer | None) -> str:
    """Return what is to be looked up: by the model where there is one, else by the words."""
    if not history:
        return question
    if writer is None:
        return with_terms_before(question, history)
    written = await writer.write(rewrite_messages(question, history), max_tokens=MAX_CHARS // 2)
    return read_rewritten(written.text) or with_terms_before(question, history)


def read_rewritten(text: str) -> str:
    """Take the question out of what a model wrote; "" where it is none."""
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if len(lines) != 1:
        return ""
    bare = re.sub(r"^(?:(?:last )?question|질문)\s*:\s*", "", lines[0], flags=re.IGNORECASE)
    bare = bare.strip("\"'`\u201c\u201d ")
    return bare if 0 < len(bare) <= MAX_CHARS else ""


def with_terms_before(question: str, history: Sequence[Turn]) -> str:
    """Add the words of the question before to one that leans on it."""
    if not leans(question):
        return question
    own = {word.casefold() for word in _WORD.findall(question)}
    terms = [term for term in terms_of(history[-1].question) if term.casefold() not in own]
    return f"{question} ({' '.join(terms[:_MOST_TERMS])})" if terms else question


def leans(question: str) -> bool:
    """Tell whether a question opens, points or is short as only a follow-up does."""
    if _OPENS.match(question) or len(terms_of(question)) < _FEW_TERMS:
        return True
    return _POINTS.search(question) is not None


def terms_of(question: str) -> list[str]:
    """List the words of a question that say what it is about."""
    words = (word.rstrip(".") for word in _WORD.findall(question))
    return list(dict.fromkeys(word for word in words if word.casefold() not in _ASKING))
