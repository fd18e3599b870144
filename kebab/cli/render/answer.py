"""How an answer or a refusal looks: the text, what it cites, and what a reader should know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kebab.cli.render.lines import Line, clean, count, duration, line, to_plain
from kebab.cli.render.search import snippet_lines
from kebab.wire.answer import Answer, AnswerCitation

if TYPE_CHECKING:
    from rich.console import RenderableType

_QUOTE_LINES = 4
_CANDIDATE = "-"


def plain_text(answer: Answer, *, citations: bool) -> str:
    """Write the answer itself, and an empty line where its citations follow.

    A refusal names its candidates; they are left to the list that tells more of each.
    """
    lines = answer.answer.rstrip().split("\n")
    if citations and answer.citations:
        named = {f"{_CANDIDATE} {cited.citation.uri}" for cited in answer.citations}
        kept = [text for text in lines if text not in named or answer.grounded]
        lines = kept if len(kept) < len(lines) else [*lines, ""]
    return to_plain([line(text) for text in lines])


def plain_citations(answer: Answer) -> str:
    """Write one line for a citation, `[1] path#L5-L9`, and its quote."""
    lines: list[Line] = []
    for cited in answer.citations:
        flags = "".join(f"  [{flag}]" for flag, _ in _flags(cited))
        section = f"  {cited.citation.section}" if cited.citation.section else ""
        lines.append(line(f"{cited.marker or _CANDIDATE} {cited.citation.uri}{section}{flags}"))
        lines += [line(f"    {text}") for text in _quote(answer, cited)]
    return to_plain(lines)


def terminal_citations(answer: Answer) -> RenderableType:
    """Lay the citations out as a table: marker, place, heading, flags, and the quote below."""
    from rich.table import Table  # noqa: PLC0415 - 0.1 s, and only terminals need it
    from rich.text import Text  # noqa: PLC0415 - see above

    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True, style="bold")
    table.add_column(overflow="fold")
    for cited in answer.citations:
        place, _, lines = cited.citation.uri.rpartition("#")
        shown = Text.assemble((clean(place), "bold cyan"), (f"#{clean(lines)}", "cyan"))
        if cited.citation.section:
            shown.append(f"  {clean(cited.citation.section)}", "dim")
        for flag, style in _flags(cited):
            shown.append(f"  {flag}", style)
        for text in _quote(answer, cited):
            shown.append(f"\n{text}", "dim")
        table.add_row(cited.marker or _CANDIDATE, shown)
    return table


def _flags(cited: AnswerCitation) -> list[tuple[str, str]]:
    """Name what speaks against trusting a citation blindly. A candidate was not looked up."""
    flags = []
    if cited.stale:
        flags.append(("stale", "yellow"))
    if cited.verified is False:
        flags.append(("no longer in the source", "bold red"))
    elif cited.verified is None and cited.marker is not None:
        flags.append(("not verified", "yellow"))
    if cited.trust_level != "primary":
        flags.append((cited.trust_level, "dim"))
    return flags


def _quote(answer: Answer, cited: AnswerCitation) -> list[str]:
    """Cut a quote to a few lines; none where the answer itself shows it."""
    if " ".join(cited.quote.split()) in " ".join(answer.answer.split()):
        return []
    lines = snippet_lines(cited.quote)
    return lines if len(lines) <= _QUOTE_LINES else [*lines[: _QUOTE_LINES - 1], "…"]


def answer_notes(answer: Answer) -> list[Line]:
    """Say what a reader should know beside the text: why it was refused, what it rests on."""
    notes: list[Line] = []
    if answer.refusal_reason is not None:
        notes.append(line(("refused: ", "yellow"), answer.refusal_reason))
    if answer.question != answer.query:
        notes.append(line(("looked up: ", "dim"), answer.question))
    notes += [
        line(("not supported: ", "yellow"), " ".join(sentence.text.split()))
        for sentence in answer.sentences
        if not sentence.supported
    ]
    retrieval = answer.retrieval
    if retrieval.fallback:
        notes.append(line(("note: ", "yellow"), f"searched {retrieval.mode}: {retrieval.fallback}"))
    if retrieval.degraded:
        notes.append(line(("note: ", "yellow"), f"without {', '.join(retrieval.degraded)}"))
    if answer.hint:
        notes.append(line(("hint: ", "cyan"), answer.hint))
    notes.append(line((_summary(answer), "dim")))
    if answer.session_id is not None and answer.turn is not None:
        told = f"session {answer.session_id}, turn {answer.turn}: go on with --session"
        notes.append(line((f"{told} {answer.session_id}", "dim")))
    return notes


def _summary(answer: Answer) -> str:
    found, used = answer.retrieval.chunks_returned, answer.retrieval.chunks_used
    model = answer.model.provider
    if answer.model.id and answer.model.id != model:
        model = f"{answer.model.id} ({model})"
    tokens = answer.usage.completion_tokens
    written = f", {count(tokens, 'token')}" if tokens else ""
    took = duration(answer.usage.latency_ms)
    return f"{count(found, 'chunk')} found, {used} used, {model}{written}, {took}"


def evidence_lines(answer: Answer) -> list[Line]:
    """Write what `--explain` tells: the hops, the support of each sentence, the evidence."""
    lines: list[Line] = []
    for hop in answer.hops or []:
        asked = "; ".join(hop.sub_queries)
        lines.append(line((f"{hop.kind} {hop.iter}  ", "bold"), asked, *_forced(hop.forced_stop)))
    for sentence in answer.sentences:
        mark = ("✓ ", "green") if sentence.supported else ("✗ ", "red")
        score = f"{sentence.coverage:.2f}"
        score += f" {sentence.cosine:.2f}" if sentence.cosine is not None else ""
        said = " ".join(sentence.text.split())
        lines.append(line(mark, (f"{score}  ", "dim"), said, f" {''.join(sentence.markers)}"))
    for item in answer.evidence or []:
        headings = " / ".join(item.heading_path)
        lines.append(line((f"[{item.number}] {item.doc_path}", "bold"), f"  {headings}"))
        lines += [line((f"    {text}", "dim")) for text in snippet_lines(item.text)]
    return lines


def _forced(stopped: bool) -> list[tuple[str, str]]:  # noqa: FBT001 - a claim, not a switch
    return [("  stopped at the limit", "yellow")] if stopped else []
