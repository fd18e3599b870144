"""Tells the language of a question, and refuses in it. Pure."""

from __future__ import annotations

import re

from kebab.wire.answer import RefusalReason

_WORDS = {
    "ko": re.compile("[\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f]+"),
    "ja": re.compile("[\u3041-\u30ff]+"),
    "zh": re.compile("[\u4e00-\u9fff]+"),
}
NAMES = {"en": "English", "ko": "Korean", "ja": "Japanese", "zh": "Chinese"}
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]+")
_ENGLISH = re.compile(
    r"\b(?:what|how|why|when|where|who|which|is|are|was|does|do|did|can|could|should|would|will"
    r"|the|a|an|of|to|in|for|with|and|or|that|this|tell|explain|describe)\b",
    re.IGNORECASE,
)

_TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "no_index": "There is no knowledge base yet, so there is nothing to answer from.",
        "no_chunks": "Nothing in the knowledge base matches this question.",
        "score_gate": "The knowledge base does not seem to hold an answer to this question.",
        "llm_self_judge": "The documents that were found do not answer this question.",
        "unsupported_citation": "An answer was written, but the cited documents do not bear it"
        " out, so it is withheld.",
        "llm_stream_aborted": "The language model stopped in the middle of the answer.",
        "multi_hop_decompose_failed": "The language model could not take the question apart.",
        "nli_verification_failed": "An answer was written, but the check of its claims against"
        " the documents failed, so it is withheld.",
        "nli_model_unavailable": "An answer was written, but its claims could not be checked"
        " against the documents, so it is withheld.",
        "nearest": "The nearest that was found:",
    },
    "ko": {
        "no_index": "아직 지식 베이스가 없어서 답할 근거가 없습니다.",
        "no_chunks": "지식 베이스에서 이 질문과 맞는 내용을 찾지 못했습니다.",
        "score_gate": "지식 베이스에 이 질문에 대한 답이 없는 것으로 보입니다.",
        "llm_self_judge": "찾은 문서에는 이 질문에 대한 답이 없습니다.",
        "unsupported_citation": "답을 작성했지만 인용한 문서가 그 내용을 뒷받침하지 않아"
        " 보류했습니다.",
        "llm_stream_aborted": "언어 모델이 답변 도중에 중단되었습니다.",
        "multi_hop_decompose_failed": "언어 모델이 질문을 나누지 못했습니다.",
        "nli_verification_failed": "답을 작성했지만 문서와의 대조 확인을 통과하지 못해"
        " 보류했습니다.",
        "nli_model_unavailable": "답을 작성했지만 문서와 대조해 확인할 수 없어 보류했습니다.",
        "nearest": "가장 가까운 내용:",
    },
}


def language_of(text: str) -> str:
    """Name the language that a text is written in, as far as its script tells; else English.

    A Korean sentence may be full of English terms. An English one that holds a Korean word has
    English words between them.
    """
    counts = {lang: len(pattern.findall(text)) for lang, pattern in _WORDS.items()}
    if counts["ja"]:
        counts["ja"] += counts.pop("zh")
    lang = max(counts, key=lambda name: counts[name])
    if not counts[lang]:
        return "en"
    is_minor = counts[lang] < len(_LATIN.findall(text))
    return "en" if is_minor and _ENGLISH.search(text) else lang


def refusal_text(reason: RefusalReason, lang: str) -> str:
    """Say why there is no answer, in the language of the question where it is known."""
    return _TEXTS.get(lang, _TEXTS["en"])[reason]


def nearest_text(lang: str) -> str:
    """Lead to the nearest candidates."""
    return _TEXTS.get(lang, _TEXTS["en"])["nearest"]
