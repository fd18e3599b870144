"""One shard as a worker serves it: both views, opened or rebuilt, and brought up to the catalog."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kebab.catalog.records import OF_MEANING, OF_WORDS
from kebab.catalog.shard_reader import ShardReader
from kebab.errors import ViewBusyError, ViewDamagedError
from kebab.wire.worker import Filters, WorkerConfig
from workers.shard.lexical import LexicalView
from workers.shard.marker import Doing, Marker
from workers.shard.plan import Plan
from workers.shard.question import Question
from workers.shard.ranked import LexicalHit
from workers.shard.removal import remove_view
from workers.shard.replay import (
    Check,
    is_behind_the_log,
    is_foreign,
    lag,
    step_lexical,
    step_vectors,
)

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from workers.shard.vectors import VectorView

_LOG = logging.getLogger(__name__)
_POLL_S = 0.02
REPAIR_PATIENCE_S = 60.0
_FOREIGN = "it is of another catalog, or of a state that the catalog has gone back on"
View = TypeVar("View")


class Shard:
    """Both views of one shard. Used by one thread.

    `rebuilds` counts how often a view was thrown away because it could not be used.
    """

    def __init__(self, number: int, config: WorkerConfig, reader: ShardReader) -> None:
        self.number = number
        self.rebuilds = 0
        self._rebuilt: dict[str, str] = {}
        self._is_linking = False
        self._config = config
        self._reader = reader
        self._folder = Path(config.data_dir) / "views" / f"shard-{number:03d}"
        self._lexical: LexicalView | None = None
        self._vectors: VectorView | None = None
        self._lexical_marker = Marker(self._folder / "lexical")
        self._vectors_marker = Marker(self._folder / "vectors")

    @property
    def lexical(self) -> LexicalView:
        """Return the lexical view, opening it at first."""
        if self._lexical is None:
            folder = self._folder / "lexical"
            self._lexical = self._open(
                folder, self._lexical_marker, lambda: LexicalView.open(folder)
            )
        return self._lexical

    @property
    def vectors(self) -> VectorView:
        """Return the vector view, opening it at first."""
        if self._vectors is None:
            from workers.shard.vectors import VectorView  # noqa: PLC0415 - numpy is slow to import

            folder = self._folder / "vectors"
            embedding = self._config.embedding
            self._vectors = self._open(
                folder,
                self._vectors_marker,
                lambda: VectorView.open(
                    folder,
                    identity=embedding.identity,
                    dimensions=embedding.dimensions,
                    config=self._config.vectors,
                ),
            )
        return self._vectors

    def _open(self, folder: Path, marker: Marker, opener: Callable[[], View]) -> View:
        if marker.is_condemned():
            self._note_rebuild(folder.name, "several processes died of it")
            remove_view(folder)
            marker.forget_deaths()
        try:
            with marker.around(Doing.BUILDING):
                return opener()
        except ViewDamagedError as damage:
            self._note_rebuild(folder.name, damage)
            remove_view(folder)
            return opener()

    def _note_rebuild(self, view: str, reason: object) -> None:
        _LOG.warning("shard %d: rebuilding %s: %s", self.number, view, reason)
        self.rebuilds += 1
        self._rebuilt[view] = str(reason)

    def close(self) -> None:
        """Close both views."""
        if self._lexical is not None:
            self._lexical.close()
        if self._vectors is not None:
            self._vectors.close()
        self._lexical = self._vectors = None
        self._lexical_marker.close()
        self._vectors_marker.close()

    # --- searching

    def search_words(
        self, question: Question, plan: Plan, filters: Filters, depth: int
    ) -> list[LexicalHit]:
        """Find the best chunks by words, best first. The plan is the question's."""
        lexical = self.lexical
        with self._lexical_marker.around(Doing.SEARCHING):
            return lexical.carry_out(plan, question, filters, depth)

    def search_meaning(
        self,
        vector: npt.NDArray[np.floating],
        depth: int,
        allowed: npt.NDArray[np.int64] | None,
    ) -> list[tuple[int, float]]:
        """Find the rows nearest to a vector, best first."""
        vectors = self.vectors
        with self._vectors_marker.around(Doing.SEARCHING):
            return vectors.search(vector, depth, allowed)

    def lexical_lag(self) -> int:
        """Return by how much the lexical view is behind the catalog."""
        return lag(self.lexical, self._reader, self.number, OF_WORDS)

    def vector_lag(self) -> int:
        """Return by how much the vector view is behind the catalog."""
        return lag(self.vectors, self._reader, self.number, OF_MEANING)

    # --- catching up

    def catch_up_lexical(self, check: Check, patience_s: float) -> int:
        """Bring the lexical view up to the catalog; return by how many revisions it still lags.

        Where another process writes the view, wait for it for at most `patience_s`, then go on
        with what is there.
        """
        left = self._refresh_lexical()
        deadline = time.monotonic() + patience_s
        while left:
            check()
            try:
                self._step_lexical()
            except ViewBusyError:
                if time.monotonic() > deadline:
                    break
                time.sleep(_POLL_S)
                left = self._refresh_lexical()
            else:
                left = self.lexical_lag()
        return left

    def _refresh_lexical(self) -> int:
        """See what another process did to the view, for better or worse; return the lag."""
        try:
            self.lexical.check_files()
            if not self.lexical_lag():
                return 0
            self.lexical.reload()
        except ViewDamagedError as damage:
            self._note_rebuild("lexical", damage)
            self.drop_lexical()
        return self.lexical_lag()

    def _step_lexical(self) -> None:
        if is_behind_the_log(self.lexical.revision, self._reader):
            self.drop_lexical()
        elif is_foreign(self.lexical, self._reader, self.number):
            self._note_rebuild("lexical", _FOREIGN)
            self.drop_lexical()
        lexical = self.lexical
        try:
            with self._lexical_marker.around(Doing.BUILDING):
                step_lexical(lexical, self._reader, self.number)
        except ViewDamagedError as damage:
            self._note_rebuild("lexical", damage)
            self.drop_lexical()
            step_lexical(self.lexical, self._reader, self.number)

    def catch_up_vectors(self, check: Check) -> int:
        """Bring the vector view up to the catalog; return by how many revisions it still lags."""
        while self.vector_lag():
            check()
            if is_behind_the_log(self.vectors.revision, self._reader):
                self.drop_vectors()
            elif is_foreign(self.vectors, self._reader, self.number):
                self._note_rebuild("vectors", _FOREIGN)
                self.drop_vectors()
            model, vectors = self._config.embedding.identity, self.vectors
            try:
                with self._vectors_marker.around(Doing.BUILDING):
                    step_vectors(vectors, self._reader, self.number, model)
            except ViewDamagedError as damage:
                self._note_rebuild("vectors", damage)
                self.drop_vectors()
                step_vectors(self.vectors, self._reader, self.number, model)
        return 0

    def link_vectors(self, limit: int) -> bool:
        """Put some more vectors into the graph; tell whether some still wait.

        A graph that was completed is saved, so that the next process does not build it again.
        """
        if self._vectors is None:
            return False
        is_waiting = not self._vectors.is_linked
        if is_waiting:
            with self._vectors_marker.around(Doing.BUILDING):
                is_waiting = self._vectors.link(limit) > 0
        if self._is_linking and not is_waiting:
            self._vectors.checkpoint()
        self._is_linking = is_waiting
        return is_waiting

    def drop_lexical(self) -> None:
        """Throw the lexical view away; it is built anew when it is next needed."""
        if self._lexical is not None:
            self._lexical.close()
            self._lexical = None
        remove_view(self._folder / "lexical")

    def drop_vectors(self) -> None:
        """Throw the vector view away; it is filled anew from the catalog, without embedding."""
        if self._vectors is not None:
            self._vectors.close()
            self._vectors = None
        remove_view(self._folder / "vectors")

    def repair(self, check: Check) -> dict[str, str]:
        """Rebuild the views that are damaged or do not hold what the catalog has.

        Gives what was wrong since this process began, by view: one that did not open was rebuilt
        as soon as it was needed.
        """
        self.close()  # what was damaged on the disk meanwhile shows when it is opened
        for view, catch_up, differ in (
            ("lexical", self._complete_lexical, self._lexical_differs),
            ("vectors", self.catch_up_vectors, self._vectors_differ),
        ):
            catch_up(check)
            if differ():
                self._note_rebuild(view, "it did not hold what the catalog has")
                self._drop(view)
                catch_up(check)
        return self._rebuilt

    def _complete_lexical(self, check: Check) -> int:
        return self.catch_up_lexical(check, REPAIR_PATIENCE_S)

    def _lexical_differs(self) -> bool:
        return self.lexical.rows() != set(self._reader.rows(self.number, 0, -1))

    def _vectors_differ(self) -> bool:
        model = self._config.embedding.identity
        stored = {row for row, _ in self._reader.shard_vectors(self.number, model)}
        return self.vectors.rows() != stored

    def _drop(self, view: str) -> None:
        if view == "lexical":
            self.drop_lexical()
        else:
            self.drop_vectors()
