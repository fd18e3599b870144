"""One shard as a worker serves it: both views, opened or rebuilt, and brought up to the catalog."""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from kebab.catalog.records import OF_MEANING, OF_WORDS
from kebab.catalog.shard_reader import ShardReader
from kebab.errors import StoreError, ViewBusyError, ViewDamagedError
from kebab.wire.worker import WorkerConfig
from workers.shard.lexical import LexicalView
from workers.shard.replay import Check, is_behind_the_log, step_lexical, step_vectors

if TYPE_CHECKING:
    from workers.shard.vectors import VectorView

_LOG = logging.getLogger(__name__)
_POLL_S = 0.02
View = TypeVar("View")


class Shard:
    """Both views of one shard. Used by one thread.

    `rebuilds` counts how often a view was thrown away because it could not be used.
    """

    def __init__(self, number: int, config: WorkerConfig, reader: ShardReader) -> None:
        self.number = number
        self.rebuilds = 0
        self._is_linking = False
        self._config = config
        self._reader = reader
        self._folder = Path(config.data_dir) / "views" / f"shard-{number:03d}"
        self._lexical: LexicalView | None = None
        self._vectors: VectorView | None = None

    @property
    def lexical(self) -> LexicalView:
        """Return the lexical view, opening it at first."""
        if self._lexical is None:
            folder = self._folder / "lexical"
            self._lexical = self._open(folder, lambda: LexicalView.open(folder))
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
                lambda: VectorView.open(
                    folder,
                    identity=embedding.identity,
                    dimensions=embedding.dimensions,
                    config=self._config.vectors,
                ),
            )
        return self._vectors

    def _open(self, folder: Path, opener: Callable[[], View]) -> View:
        try:
            return opener()
        except ViewDamagedError as damage:
            _LOG.warning("shard %d: rebuilding %s: %s", self.number, folder.name, damage)
            self.rebuilds += 1
            _remove(folder)
            return opener()

    def close(self) -> None:
        """Close both views."""
        if self._lexical is not None:
            self._lexical.close()
        if self._vectors is not None:
            self._vectors.close()
        self._lexical = self._vectors = None

    def lexical_lag(self) -> int:
        """Return by how much the lexical view is behind the catalog."""
        return max(0, self._reader.revision(self.number, OF_WORDS) - self.lexical.revision)

    def vector_lag(self) -> int:
        """Return by how much the vector view is behind the catalog."""
        return max(0, self._reader.revision(self.number, OF_MEANING) - self.vectors.revision)

    # --- catching up

    def catch_up_lexical(self, check: Check, patience_s: float) -> int:
        """Bring the lexical view up to the catalog; return by how many revisions it still lags.

        Where another process writes the view, wait for it for at most `patience_s`, then go on
        with what is there.
        """
        if not self.lexical_lag():
            return 0
        self.lexical.reload()
        deadline = time.monotonic() + patience_s
        while self.lexical_lag():
            check()
            try:
                self._step_lexical()
            except ViewBusyError:
                if time.monotonic() > deadline:
                    break
                time.sleep(_POLL_S)
                self.lexical.reload()
        return self.lexical_lag()

    def _step_lexical(self) -> None:
        if is_behind_the_log(self.lexical.revision, self._reader):
            self.drop_lexical()
        try:
            step_lexical(self.lexical, self._reader, self.number)
        except ViewDamagedError as damage:
            _LOG.warning("shard %d: rebuilding lexical: %s", self.number, damage)
            self.rebuilds += 1
            self.drop_lexical()
            step_lexical(self.lexical, self._reader, self.number)

    def catch_up_vectors(self, check: Check) -> int:
        """Bring the vector view up to the catalog; return by how many revisions it still lags."""
        while self.vector_lag():
            check()
            if is_behind_the_log(self.vectors.revision, self._reader):
                self.drop_vectors()
            model = self._config.embedding.identity
            try:
                step_vectors(self.vectors, self._reader, self.number, model)
            except ViewDamagedError as damage:
                _LOG.warning("shard %d: rebuilding vectors: %s", self.number, damage)
                self.rebuilds += 1
                self.drop_vectors()
                step_vectors(self.vectors, self._reader, self.number, model)
        return 0

    def link_vectors(self, limit: int) -> bool:
        """Put some more vectors into the graph; tell whether some still wait.

        A graph that was completed is saved, so that the next process does not build it again.
        """
        if self._vectors is None:
            return False
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
        _remove(self._folder / "lexical")

    def drop_vectors(self) -> None:
        """Throw the vector view away; it is filled anew from the catalog, without embedding."""
        if self._vectors is not None:
            self._vectors.close()
            self._vectors = None
        _remove(self._folder / "vectors")


def _remove(folder: Path) -> None:
    try:
        shutil.rmtree(folder)
    except FileNotFoundError:
        return
    except OSError as cause:
        raise StoreError(
            f"{folder} cannot be removed to be rebuilt: {cause.strerror}",
            hint="check its permissions, or delete it by hand: it is rebuilt from the catalog",
            details={"path": str(folder), "reason": str(cause)},
        ) from cause
