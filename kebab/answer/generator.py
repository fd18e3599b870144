"""Answers with a language model: lets it write from evidence, and gives what its citations bear."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kebab.answer.citations import Cited, Citer
from kebab.answer.events import Events
from kebab.answer.fitness import defined_terms
from kebab.answer.judging import Judge
from kebab.answer.llm.protocol import Message
from kebab.answer.multi_hop import Hopper, Limits, Search
from kebab.answer.nli import WriterEntailment, entailed_share, premise_around
from kebab.answer.outcome import Given, Outcome, Refused
from kebab.answer.passages import Packer
from kebab.answer.prompts import NO_ANSWER, answer_messages
from kebab.answer.result import Course
from kebab.answer.support import Verdict
from kebab.answer.verified import Judged, cited_spans, is_enough, kept_text, wire_support
from kebab.answer.writer import Writer
from kebab.answer.written import claims_of, is_no_answer, leaks, markers_in
from kebab.errors import PoolError, ProviderError, StreamAbortedError
from kebab.settings.model import AskSettings
from kebab.wire.answer import HopRecord, Verification

_MARGIN_TOKENS = 64
_LEAST_BUDGET = 160


@dataclass(frozen=True, slots=True)
class Tools:
    """What a generator works with."""

    packer: Packer
    judge: Judge
    citer: Citer
    settings: AskSettings
    clock: Callable[[], float]


class Generator:
    """Lets one model answer one question."""

    def __init__(self, tools: Tools, writer: Writer, events: Events) -> None:
        self._tools = tools
        self._writer = writer
        self._events = events

    async def follow(self, course: Course, search: Search) -> Refused | None:
        """Look up the parts of a question, before it is answered; say where that fails."""
        settings = self._tools.settings
        self._events.stage("decomposing")
        budget = await self._budget(course)
        limits = Limits(settings.max_hops, settings.max_sub_queries, settings.max_pool_chunks)

        hopper = Hopper(
            self._writer,
            search,
            lambda hits: self._tools.packer.pack(hits, budget),
            limits,
            self._tools.clock,
        )
        trail, is_taken_apart = await hopper.follow(course.question, course.hits)
        course.hops, course.hits = trail.records, trail.hits
        return None if is_taken_apart else Refused("multi_hop_decompose_failed")

    async def answer(self, course: Course) -> Outcome:
        """Write, then check what was written."""
        self._events.stage("reading")
        course.evidence = await self._tools.packer.pack(
            course.hits, await self._budget(course), defined_terms(course.question)
        )
        if not course.evidence:
            return Refused("no_chunks")
        messages = answer_messages(course.question, course.evidence, course.lang)
        started = self._tools.clock()
        try:
            text = await self._write(course, messages)
        except StreamAbortedError as error:
            course.hints.append(str(error))
            return Refused("llm_stream_aborted")
        if course.hops is not None:
            course.hops.append(self._synthesis(course, started))
        if not text.strip() or is_no_answer(text):
            return Refused("llm_self_judge")
        if leaks(text, messages[0].content):
            course.hints.append("the model repeated its instructions")
            return Refused("unsupported_citation")
        self._events.stage("checking")
        return await self._checked(course, text)

    async def _write(self, course: Course, messages: Sequence[Message]) -> str:
        """Write, and show it once it is clear that it is not the word for no answer."""
        self._events.stage("writing")
        held = _Held(self._events.token)
        rules = messages[0].content
        written = await self._writer.write(
            messages,
            on_text=held.pass_on,
            stop=lambda text: NO_ANSWER in text or leaks(text[-_LEAK_WINDOW:], rules),
        )
        if NO_ANSWER not in written.text:
            held.flush()
        if written.reason == "length":
            course.hints.append("the answer was cut at max_tokens")
        return written.text

    async def _budget(self, course: Course) -> int:
        """Return how many tokens of evidence the model can take, with room for its answer."""
        model = self._writer.model
        bare = answer_messages(course.question, (), course.lang)
        told = await model.count_tokens("\n".join(message.content for message in bare))
        room = model.context_tokens - self._writer.sampling.max_tokens - told - _MARGIN_TOKENS
        return max(_LEAST_BUDGET, min(room, self._tools.settings.max_evidence_tokens))

    async def _checked(self, course: Course, text: str) -> Outcome:
        claims = claims_of(text)
        known = {piece.number for piece in course.evidence}
        unknown = [number for number in markers_in(text) if number not in known]
        verdicts = await self._tools.judge.verdicts(claims, course.evidence)
        judged = [Judged(*pair) for pair in zip(claims, verdicts, strict=True)]
        course.sentences += wire_support(judged)
        if unknown:
            course.hints.append(f"the model cited [{unknown[0]}], which it was not shown")
            return Refused("unsupported_citation")
        if not is_enough(judged, self._tools.settings.min_supported):
            return Refused("unsupported_citation")
        refusal = await self._entailed(course, [one for one in judged if one.verdict.supported])
        if refusal is not None:
            return refusal
        pieces = {piece.number: piece for piece in course.evidence}
        cited = [
            Cited(str(number), pieces[number], start, end)
            for number, (start, end) in cited_spans(judged, pieces).items()
        ]
        kept = kept_text(text, judged, [int(one.marker) for one in cited])
        return Given(kept, await self._tools.citer.cite(cited))

    async def _entailed(self, course: Course, judged: Sequence[Judged]) -> Refused | None:
        """Have the model check its claims, where the settings say so."""
        settings = self._tools.settings
        if not settings.nli:
            return None
        pairs = [(self._premise(course, one.verdict), one.claim.text) for one in judged]
        try:
            share = await entailed_share(pairs, WriterEntailment(self._writer))
        except (ProviderError, PoolError) as error:
            course.hints.append(str(error))
            return Refused("nli_model_unavailable")
        passed = share >= settings.nli_threshold
        course.verification = Verification(
            nli_score=round(share, 4), nli_threshold=settings.nli_threshold, nli_passed=passed
        )
        return None if passed else Refused("nli_verification_failed")

    def _premise(self, course: Course, verdict: Verdict) -> str:
        pieces = {piece.number: piece.text for piece in course.evidence}
        return "\n\n".join(
            premise_around(pieces[ground.evidence], ground.start, ground.end)
            for ground in verdict.grounds
        )

    def _synthesis(self, course: Course, started: float) -> HopRecord:
        records = course.hops or []
        return HopRecord(
            iter=records[-1].iter + 1 if records else 0,
            kind="synthesize",
            sub_queries=[],
            context_chunks_added=0,
            forced_stop=False,
            llm_call_ms=round((self._tools.clock() - started) * 1000),
        )


_BEFORE_WORDS = " \n\t*`\"'#>"
_LEAK_WINDOW = 600  # characters; what a repeated rule fills


class _Held:
    """Holds back what could still become the word for no answer."""

    def __init__(self, show: Callable[[str], None]) -> None:
        self._show = show
        self._text = ""
        self._is_open = False

    def pass_on(self, text: str) -> None:
        """Take the next piece."""
        self._text += text
        begun = self._text.lstrip(_BEFORE_WORDS)[: len(NO_ANSWER)]
        if self._is_open or not NO_ANSWER.startswith(begun):
            self.flush()

    def flush(self) -> None:
        """Show what is held."""
        self._is_open = True
        self._show(self._text)
        self._text = ""
