"""The tool that answers in prose: `ask`."""

from __future__ import annotations

from kebab.mcp.tools.declaration import (
    Base,
    CallContext,
    ToolDeclaration,
    number,
    schema_of,
    switch,
    text,
    texts,
)
from kebab.mcp.tools.search import MODES, TRUST_LEVELS
from kebab.search.budget import estimate_tokens
from kebab.wire.answer import Answer, AnswerCitation, AskInput
from kebab.wire.wire_object import to_json

# The text comes a second time, sentence by sentence, and the citations come with it.
_SHARE_OF_TEXT = 3
_LONGEST_QUOTE = 1000
_SHORTEST_QUOTE = 60


async def _ask(base: Base, request: AskInput, context: CallContext) -> Answer:
    limit = context.max_tokens // _SHARE_OF_TEXT
    if request.max_tokens > limit:
        request = request.model_copy(update={"max_tokens": limit})
    answer = await base.ask(request, context.on_answer, host=context.sampler)
    return fit(answer, context.max_tokens)


def fit(answer: Answer, max_tokens: int) -> Answer:
    """Give up what `fetch` can give again, until the answer fits: a model is not asked twice.

    First the evidence goes, then quotes are cut; the text, its markers and places stay whole.
    """
    if _costs(answer) <= max_tokens:
        return answer
    answer = answer.model_copy(update={"evidence": None}) if answer.evidence else answer
    limit = _LONGEST_QUOTE
    while _costs(answer) > max_tokens and limit >= _SHORTEST_QUOTE:
        cut = [_with_quote(cited, limit) for cited in answer.citations]
        answer = answer.model_copy(update={"citations": cut})
        limit //= 2
    return answer


def _costs(answer: Answer) -> int:
    return estimate_tokens(to_json(answer))


def _with_quote(cited: AnswerCitation, limit: int) -> AnswerCitation:
    if len(cited.quote) <= limit:
        return cited
    return cited.model_copy(update={"quote": f"{cited.quote[:limit]}…"})


ASK = ToolDeclaration(
    name="ask",
    title="Answer a question",
    description=(
        "Answer a question from the documents, each sentence with a marker [1] whose citation gives"
        " exact lines, or refuse: grounded=false, refusal_reason and the nearest candidates."
        " Filters as in search."
    ),
    input_schema=schema_of(
        ["query"],
        query=text("The question.", minLength=1, maxLength=32_000),
        mode=text(enum=MODES),
        k=number("Default 8.", 1, 50),
        tags=texts(),
        media=texts(),
        lang=texts(),
        path_glob=text(),
        trust_min=text(enum=TRUST_LEVELS),
        source=texts(),
        source_type=texts(),
        repo=texts(),
        code_lang=texts(),
        doc_id=text(),
        ingested_after=text(),
        max_tokens=number("", 0, 32_000),
        temperature=number("", 0, 2, whole=False),
        seed={"type": "integer"},
        multi_hop=switch("Needs a model."),
        explain=switch("Add the evidence."),
        session_id=text("Go on with a conversation; new begins one."),
    ),
    read_only=True,
    destructive=False,
    idempotent=False,
    cli="kebab ask QUESTION --json",
    input_model=AskInput,
    run=_ask,
    smaller_hint="lower max_tokens and k, and leave explain out",
)

TOOLS = (ASK,)
