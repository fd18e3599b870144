"""Opens the lexical view of one shard: a Tantivy index that knows which revision it has reached.

A score is the same in every index that holds the chunk. Word weights are the whole corpus's, and
what Tantivy counts in this index alone is divided out of them; see also `entries`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tantivy
from tantivy import Occur, Query

from kebab.catalog.records import IndexedChunk
from kebab.errors import InvalidInputError, StoreError, ViewBusyError, ViewDamagedError
from kebab.wire.worker import Filters
from workers.shard.checksums import damaged_files, rewritten_files, stamps
from workers.shard.entries import AVERAGES, counterweights, entry_fields, pads
from workers.shard.filters import Condition, GreaterThan, Matches, OneOf, conditions
from workers.shard.links import linked
from workers.shard.plan import Clause, Plan, Share, Statistics, idf, keys_of, plan_search
from workers.shard.question import Phrase, Question
from workers.shard.ranked import LexicalHit, ranked

if TYPE_CHECKING:
    import numpy as np

LEXICAL_IDENTITY = "lexical-4"  # of the schema and of the analysis; another one is rebuilt
_RAW_FIELDS = (
    "tags", "media", "lang", "source", "source_type", "document", "trust", "path_whole", "role",
    "repo", "code_lang",
)  # fmt: skip
NO_QUESTION = Question()
_COVERED_AT_ONCE = 512
_HEAP_BYTES = 32_000_000
_MOST_COUNTED = 4096  # tokens of questions, remembered until the next commit
_MOST_ALONE = 128
_TIE = 1e-5  # relative; scores that differ by less are equal
_MOST_CANDIDATES = 5000
_MOST_FILTERS = 4  # whose rows are remembered, likewise
_NOT_THE_FILES_FAULT = re.compile(
    r"(?i)no space left|quota|permission denied|read-only|too many open files"
)
_IN_A_THREAD = re.compile(r"error occurred in a thread|index writer was killed")


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    for field in AVERAGES:
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="position")
    for field in ("exact", "parts", "characters"):
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="basic")
    for field in _RAW_FIELDS:
        builder.add_text_field(field, tokenizer_name="raw", index_option="basic")
    for field in ("row", "updated", "revision", "lineage"):
        builder.add_integer_field(field, indexed=True, fast=True)
    return builder.build()


@contextmanager
def _translated(folder: Path, doing: str) -> Iterator[None]:
    """Turn what Tantivy raises, panics of its native code included, into our errors."""
    try:
        yield
    except (ValueError, OSError) as cause:
        reason = str(cause)
        if "LockBusy" in reason:
            raise ViewBusyError(f"another process is writing the lexical view {folder}") from cause
        if _NOT_THE_FILES_FAULT.search(reason) or _is_unexplained(reason, folder):
            raise StoreError(
                f"{doing} the lexical view {folder} failed: {reason}",
                hint="free some disk space, or check the permissions of the folder; nothing is "
                "lost, and the view catches up by itself then",
                details={"path": str(folder), "reason": reason},
            ) from cause
        raise ViewDamagedError(f"{doing} the lexical view {folder} failed: {reason}") from cause
    except BaseException as cause:
        if type(cause).__name__ != "PanicException":
            raise
        raise ViewDamagedError(f"{doing} the lexical view {folder} crashed: {cause}") from cause


def _is_unexplained(reason: str, folder: Path) -> bool:
    """Tell whether it is a failure that says nothing of the files, and the files are whole.

    A thread that could not write does not say why. On a full disk, which has room again once the
    thread is gone, it must not cost the view.
    """
    return bool(_IN_A_THREAD.search(reason)) and not damaged_files(folder)


def _open(folder: Path) -> tuple[tantivy.Index, bool]:
    """Open the index to read it; tell whether by way of links, as on a disk that is read-only."""
    try:
        return _opened(folder), False
    except (ValueError, OSError) as cause:
        if not _NOT_THE_FILES_FAULT.search(str(cause)):
            raise
    with linked(folder) as elsewhere:
        return _opened(elsewhere), True


def _opened(folder: Path) -> tantivy.Index:
    index = tantivy.Index(_schema(), str(folder))
    index.config_reader("manual")
    return index


class LexicalView:
    """The words of one shard's chunks. One thread at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._schema = _schema()
        self._index, self._is_linked = _open(folder)
        self._searcher = self._index.searcher()
        self.revision = self.lineage = 0

    @staticmethod
    def open(folder: Path) -> LexicalView:
        """Open the view in `folder`, or make an empty one."""
        with _translated(folder, "opening"):
            if not folder.is_dir():
                folder.mkdir(parents=True, exist_ok=True)
            if damaged := damaged_files(folder):
                raise ViewDamagedError(
                    f"the lexical view {folder} is damaged: {', '.join(damaged)}"
                )
            view = LexicalView(folder)
            view.reload()
            return view

    def close(self) -> None:
        """Let go of the files."""
        del self._searcher, self._index, self._written, self._living, self._allowed

    def reload(self) -> None:
        """See what another process committed."""
        with _translated(self._folder, "reading"):
            self._see_commits()
            self._stamps = stamps(self._folder)
            self._searcher = self._index.searcher()
            self._written = lru_cache(_MOST_COUNTED)(self._searcher.doc_freq)
            self._living = lru_cache(_MOST_COUNTED)(self._count_living)
            self._allowed = lru_cache(_MOST_FILTERS)(self._find_allowed)
            self.revision, self.lineage = self._reached()
            self._all = self._searcher.doc_freq("role", "any")
            self._has_deleted = self._searcher.num_docs != self._all
            self._count = self._frequency("role", "chunk")

    def _see_commits(self) -> None:
        if not self._is_linked:
            try:
                self._index.reload()
            except (ValueError, OSError) as cause:
                if not _NOT_THE_FILES_FAULT.search(str(cause)):
                    raise
            else:
                return
        self._index, self._is_linked = _open(self._folder)

    def check_files(self) -> None:
        """Raise ViewDamagedError where something wrote into the files that are open."""
        if rewritten := rewritten_files(self._stamps):
            raise ViewDamagedError(
                f"the lexical view {self._folder} is damaged: {', '.join(rewritten)}"
            )

    def _reached(self) -> tuple[int, int]:
        found = self._searcher.search(self._term("role", LEXICAL_IDENTITY), 2, count=False).hits
        if not found:
            if self._searcher.num_docs:
                raise ViewDamagedError(f"the lexical view {self._folder} is of another version")
            return 0, 0
        return self._values("revision", found)[0], self._values("lineage", found)[0]

    def apply(
        self,
        added: Iterable[IndexedChunk],
        deleted: Sequence[int],
        revision: int,
        *,
        lineage: int = 0,
    ) -> None:
        """Bring the view to `revision` in one commit. Doing it twice changes nothing."""
        with _translated(self._folder, "writing"):
            index = _opened(self._folder) if self._is_linked else self._index
            writer = index.writer(_HEAP_BYTES, 1)
            try:
                # What a commit that was broken off has left would be in the way of this one.
                writer.garbage_collect_files()
                for row in deleted:
                    writer.delete_documents_by_term("row", row)
                for chunk in added:
                    writer.delete_documents_by_term("row", chunk.row)
                    entry = entry_fields(chunk)
                    for fields in (entry, *counterweights(entry)):
                        writer.add_document(tantivy.Document(**fields))
                writer.delete_documents_by_term("role", LEXICAL_IDENTITY)
                reached = {"revision": revision, "lineage": lineage}
                names = {"role": [LEXICAL_IDENTITY, "any"]}
                writer.add_document(tantivy.Document(**pads(AVERAGES) | names | reached))
                writer.commit()
            finally:
                writer.wait_merging_threads()
        self.reload()

    def count(self) -> int:
        """Count the chunks."""
        return self._count

    def rows(self) -> set[int]:
        """List the chunks."""
        return set(map(int, self.allowed(Filters())))

    def allowed(
        self, filters: Filters, question: Question = NO_QUESTION
    ) -> np.ndarray[Any, np.dtype[np.int64]]:
        """List the rows of all chunks that pass and that the question does not rule out, ascending.

        A question rules out what lacks one of its phrases, and what holds what it excludes.
        """
        return self._allowed(filters, question.required, question.excluded)

    def _find_allowed(
        self, filters: Filters, required: tuple[Phrase, ...], excluded: tuple[Phrase, ...]
    ) -> np.ndarray[Any, np.dtype[np.int64]]:
        import numpy as np  # noqa: PLC0415 - a worker that only parses does without

        musts = [*self._passing(filters), *map(self._standing, required)]
        parts = [(Occur.Must, must) for must in musts]
        parts += [(Occur.MustNot, self._standing(phrase)) for phrase in excluded]
        query = Query.boolean_query(parts)
        with _translated(self._folder, "filtering"):
            hits = self._searcher.search(query, max(self._count, 1), count=False).hits
            rows = self._values("row", hits)
        return np.sort(np.array(rows, dtype=np.int64))

    def documents(self) -> int:
        """Count the chunks, for `Statistics`."""
        return self.count()

    def statistics(self, question: Question) -> dict[str, int]:
        """Count the chunks of this shard that hold each key of the question."""
        with _translated(self._folder, "searching"):
            return {key: self._frequency(*at) for key, at in keys_of(question).items()}

    def search(
        self, question: Question, statistics: Statistics, filters: Filters, depth: int
    ) -> list[LexicalHit]:
        """Find the best chunks, best first; equal ones by row."""
        return self.carry_out(plan_search(question, statistics), question, filters, depth)

    def carry_out(
        self, plan: Plan, question: Question, filters: Filters, depth: int
    ) -> list[LexicalHit]:
        """Find them by a plan, which is the same for every shard."""
        if not plan.scored or not self._count:
            return []
        with _translated(self._folder, "searching"):
            query = self._query(plan, question, filters)
            hits = self._candidates(query, depth)
            rows = self._values("row", hits)
            covered = self._coverage(plan, rows)
        scores = [score for score, _ in hits]
        return ranked(zip(rows, scores, strict=True), covered, plan.mass, depth)

    def _candidates(self, query: Query, depth: int) -> list[tuple[Any, tantivy.DocAddress]]:
        """Take twice the depth, and more where equal ones would be cut off at random."""
        limit = 2 * depth
        while True:
            hits = self._searcher.search(query, limit, count=False).hits
            is_tied = len(hits) == limit and hits[-1][0] > hits[depth - 1][0] * (1 - _TIE)
            if not is_tied or limit >= _MOST_CANDIDATES:
                return hits
            limit *= 4

    def _coverage(self, plan: Plan, rows: list[int]) -> dict[int, float]:
        """Return the mass that each row covers.

        Most candidates are among the chunks that cover most. Looking the rest up by row is slow,
        so that only they are.
        """
        shares = [(Occur.Should, self._share(share)) for share in plan.shares]
        covered = self._masses(shares, _COVERED_AT_ONCE)
        rest = [row for row in rows if row not in covered]
        if rest:
            asked = self._one_of("row", rest)
            chunks = self._term("role", "chunk")
            only = [(Occur.Must, Query.const_score_query(part, 0.0)) for part in (asked, chunks)]
            covered |= self._masses([*only, *shares], len(rest))
        return covered

    def _masses(self, clauses: list[tuple[Occur, Query]], limit: int) -> dict[int, float]:
        hits = self._searcher.search(Query.boolean_query(clauses), limit, count=False).hits
        return dict(zip(self._values("row", hits), [score for score, _ in hits], strict=True))

    def _values(self, field: str, hits: Sequence[tuple[Any, tantivy.DocAddress]]) -> list[int]:
        addresses: list[Any] = [address for _, address in hits]
        values: list[Any] = self._searcher.fast_field_values(field, addresses)
        return [value or 0 for value in values]

    def _share(self, share: Share) -> Query:
        anywhere = [(Occur.Should, self._find(field, words)) for field, words in share.anywhere]
        return Query.const_score_query(Query.boolean_query(anywhere), share.mass)

    def _query(self, plan: Plan, question: Question, filters: Filters) -> Query:
        scored = [(Occur.Should, query) for query in map(self._scored, plan.scored) if query]
        musts: list[Query] = [] if filters.is_empty() else self._passing(filters)
        musts += [self._standing(phrase) for phrase in question.required]
        parts = [(Occur.Must, Query.boolean_query(scored))]
        parts += [(Occur.Must, Query.const_score_query(must, 0.0)) for must in musts]
        parts += [(Occur.MustNot, self._standing(phrase)) for phrase in question.excluded]
        return Query.boolean_query(parts)

    def _scored(self, clause: Clause) -> Query | None:
        here = [self._written(clause.field, word) for word in clause.words]
        if 0 in here:
            return None
        query = self._find(clause.field, clause.words)
        if clause.field not in AVERAGES:
            return Query.const_score_query(query, clause.weight)
        local = sum(idf(self._all, frequency) for frequency in here)
        return Query.boost_query(query, clause.weight / local)

    def _standing(self, phrase: Phrase) -> Query:
        if phrase.exact:
            return self._term("exact", phrase.exact)
        if phrase.character:
            return self._term("characters", phrase.character)
        return self._find("body", phrase.words)

    def _passing(self, filters: Filters) -> list[Query]:
        return [self._term("role", "chunk"), *map(self._condition, conditions(filters))]

    def _condition(self, condition: Condition) -> Query:
        match condition:
            case OneOf(field, values):
                return self._one_of(field, values)
            case Matches(field, pattern):
                try:
                    return Query.regex_query(self._schema, field, pattern)
                except ValueError as cause:
                    raise InvalidInputError("path_glob is too long to be used") from cause
            case GreaterThan(field, bound):
                return Query.range_query(
                    self._schema, field, tantivy.FieldType.Integer, bound, include_lower=False
                )

    def _one_of(self, field: str, values: Sequence[Any]) -> Query:
        """Find any of the values. A set of them is an automaton of its own, and takes a while."""
        if len(values) > _MOST_ALONE:
            return Query.term_set_query(self._schema, field, values)
        alone = [Query.term_query(self._schema, field, value) for value in values]
        return Query.boolean_query([(Occur.Should, query) for query in alone])

    def _find(self, field: str, words: tuple[str, ...]) -> Query:
        if len(words) == 1:
            return self._term(field, words[0])
        return Query.phrase_query(self._schema, field, list(words))

    def _term(self, field: str, token: str) -> Query:
        return Query.term_query(self._schema, field, token)

    def _frequency(self, field: str, token: str) -> int:
        if not (frequency := self._written(field, token)) or not self._has_deleted:
            return frequency
        return self._living(field, token)

    def _count_living(self, field: str, token: str) -> int:
        found = self._searcher.search(self._term(field, token), 1)
        return int(found.count)  # type: ignore[attr-defined] # Tantivy's stub leaves it out
