"""Compares what two texts state beyond their words: numbers, names, denials. Pure."""

from __future__ import annotations

import re

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,:]\d+)*|(?<=[A-Za-z_-])\d+(?:\.\d+)*|(?<=[^\W\d_])\d+")
_LIST_NUMBER = re.compile(r"\A\s*\d{1,3}[.)]\s+")
_DENIAL = re.compile(
    r"\b(?:not|no|never|none|nothing|neither|nor|cannot|without|unable|unsupported|disabled|fails?)\b"
    r"|n['\u2019]t\b|않|없|못\s?하|못한|아니[다며고라]|아닌|아닙|(?<![가-힣])안\s|말[아라고]야|마십시오|마세요|불가",
    re.IGNORECASE,
)
_ENGLISH = tuple(
    tuple(line.split())
    for line in (
        "zero one two three four five six seven eight nine ten eleven twelve",
        "zeroth first second third fourth fifth sixth seventh eighth ninth tenth",
        "_ january february march april may june july august september october november december",
        "_ jan feb mar apr may jun jul aug sep oct nov dec",
    )
)
_KOREAN = tuple(
    tuple(line.split())
    for line in ("영 하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열", "_ 한 두 세 네", "_ 첫 둘째 셋째")
)
_NAME = re.compile(r"[A-Za-z][\w.+#/-]*[A-Za-z0-9]")
_IDENTIFIER = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]|\d|[_./+#]|[A-Za-z]-[A-Za-z]|\A-|\A[A-Z]{3,}\Z")
_HANGUL = re.compile("[가-힣]")
_GLOSS = re.compile(r"\([^()]*\)")
_LONG_NAME = 3
_CODE = re.compile(r"`([^`\n]+)`")


def numbers_in(text: str) -> set[str]:
    """List the numbers of a text, each in one spelling."""
    bare = _LIST_NUMBER.sub("", text)
    return {_plain(match[0]) for match in _NUMBER.finditer(bare)}


def _plain(number: str) -> str:
    whole = re.sub(r",(?=\d{3}(?!\d))", "", number)
    return str(int(whole)) if whole.isdigit() else whole


def missing_numbers(claim: str, text: str) -> list[str]:
    """List the numbers of a claim that a text does not state, in digits or in words."""
    stated = numbers_in(text)
    lowered = text.casefold()
    return sorted(n for n in numbers_in(claim) - stated if not _is_spelled(n, lowered))


def _is_spelled(number: str, text: str) -> bool:
    if not number.isdigit():
        return False
    place = int(number)
    english = [words[place] for words in _ENGLISH if place < len(words)]
    if any(re.search(rf"\b{word}\b", text) for word in english if word != "_"):
        return True
    korean = [words[place] for words in _KOREAN if place < len(words)]
    return any(re.search(rf"(?<![가-힣]){word}", text) for word in korean if word != "_")


def missing_names(claim: str, text: str) -> list[str]:
    """List the identifiers of a claim, and what it has as code, that a text does not hold."""
    lowered = text.casefold()
    marked = [match[1].strip() for match in _CODE.finditer(claim)]
    bare = _CODE.sub(" ", claim)
    if _HANGUL.search(bare):  # a foreign word there is a name, but not in "파드(Pod)"
        bare = _GLOSS.sub(" ", bare)
        names = [match[0] for match in _NAME.finditer(bare) if len(match[0]) >= _LONG_NAME]
    else:
        names = [match[0] for match in _NAME.finditer(bare) if _IDENTIFIER.search(match[0])]
    return sorted({name for name in (*marked, *names) if not _stands(name.casefold(), lowered)})


def _stands(name: str, text: str) -> bool:
    pieces = [piece for piece in re.split(r"\s+", name) if piece]
    return name in text or all(piece in text or piece.rstrip("s") in text for piece in pieces)


def denies(text: str) -> bool:
    """Tell whether a sentence denies something: an odd number of denials."""
    return len(_DENIAL.findall(text)) % 2 == 1
