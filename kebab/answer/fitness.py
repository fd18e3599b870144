"""Weighs how fit a sentence is to be quoted, apart from what it is about. Pure."""

from __future__ import annotations

import re

from kebab.answer.blocks import Form
from kebab.answer.rewrite import terms_of

_FEW_LETTERS = 24
_QUESTION = re.compile(r"[?？]\W*$")  # noqa: RUF001 - full-width
_LEADS = re.compile(r"[:：,，]\W*$")  # noqa: RUF001 - full-width
_LEANS = re.compile(
    r"(?:this|that|these|those|it|its|they|their|he|she|such|however|therefore|thus|also|but|and|so"
    r"|then|instead|otherwise|in this|in that|for this)\b"
    r"|(?:이것|이는|이를|이들|이러한|이런|이와|이때|이렇게|그것|그러나|그런|그러면|그리고|그래서|그래야"
    r"|그때|또한|또는|하지만|따라서|반면|그렇지|여기서|이\s|그\s|해당\s)",
    re.IGNORECASE,
)
_LINK = re.compile(r"\]\([^)]*\)|https?://\S+|\[[#@][^\]]*\]|\{\{.*?\}\}")
_ASKS_WHAT = re.compile(
    r"\bwhat(?:['\u2019]s| is| are)\b|\bdefine\b|\bmeaning of\b|\bwhat does .* (?:mean|do)\b"
    r"|(?:이?란|이?라는 것은)\s|무엇|뭐(?:야|예요|에요|지|죠)|뭔가",
    re.IGNORECASE,
)
_DEFINES = (
    r"\W*(?:(?:an?|the)\s+)?(?:\w+\s+){{0,1}}[\W_]*{term}[\W_]*(?:s\b)?(?:[\W_]*\([^)]*\))?\W*"
    r"(?:\s(?:is|are|ensures?|provides?|represents?|manages?|allows?|lets|refers?|means|describes?"
    r"|defines?|exposes?|runs?|controls?)\b|(?:은|는|란|이란|이라는)[\s*])"
)
_REFERS = re.compile(
    r"\W*(?:for (?:more|further|details)|see\b|check\b|to learn more|read more|refer to|visit\b"
    r"|(?:더 )?자세한|더 많은|더 알아보|다음을 참고)",
    re.IGNORECASE,
)
_REFERS_AT_END = re.compile(r"(?:참고|참조|확인)(?:하세요|한다|하자|해 ?보자|하십시오)\W*$")
_FORMS = {Form.PROSE: 1.0, Form.ITEM: 0.95, Form.ROW: 0.9, Form.CODE: 0.8}
_MOST_LINKED = 0.6
_SEVERAL_LINKED = 0.35
_UNFIT = 0.55
_LESS_FIT = 0.85
_DEFINING = 1.35
_MOST_DEFINED = 4


def fitness(text: str, form: Form) -> float:
    """Weigh a sentence: less for questions, links, scraps, and what only leads to something."""
    worth = _FORMS[form]
    links = _LINK.findall(text)
    most = (_SEVERAL_LINKED if len(links) > 1 else _MOST_LINKED) * len(text)
    if _QUESTION.search(text) or sum(map(len, links)) > most:
        worth *= _UNFIT
    if form is Form.PROSE and (_REFERS.match(text) or _REFERS_AT_END.search(text)):
        worth *= _LESS_FIT
    if _LEADS.search(text) or sum(map(str.isalnum, text)) < _FEW_LETTERS:
        worth *= _LESS_FIT
    return worth * (_LESS_FIT if leans(text, form) else 1.0)


def leans(text: str, form: Form) -> bool:
    """Tell whether a sentence begins with a word that points at what stands before."""
    return form is Form.PROSE and _LEANS.match(text) is not None


def defined_terms(question: str) -> list[str]:
    """List what a question wants to have explained; nothing where it asks for something else."""
    if not _ASKS_WHAT.search(question):
        return []
    bare = (_bare(term) for term in terms_of(question))
    return [term for term in bare if len(term) > 1][:_MOST_DEFINED]


class Definitions:
    """Knows a sentence that says what something is, where that is what was asked."""

    def __init__(self, question: str) -> None:
        self._patterns = [
            re.compile(_DEFINES.format(term=re.escape(term)), re.IGNORECASE)
            for term in defined_terms(question)
        ]

    def weight(self, text: str) -> float:
        """Weigh a sentence up that begins with a term of the question and defines it."""
        defines = any(pattern.match(text) for pattern in self._patterns)
        return _DEFINING if defines else 1.0


def _bare(term: str) -> str:
    return re.sub(r"(?<=[가-힣A-Za-z])(?:이란|란|은|는|이|가|을|를|의)$", "", term)
