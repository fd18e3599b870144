"""What Prometheus reads: calls, how long they took, and what the pool is doing. The one file that
knows its library.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import psutil
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from kebab import __version__
from kebab.pool.health import WorkerState

States = Callable[[], Sequence[WorkerState]]
_BUCKETS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Metrics:
    """Counts; `states` tells of the workers without asking them."""

    def __init__(self, states: States) -> None:
        self._registry = CollectorRegistry()
        self._calls = Counter(
            "kebab_calls",
            "Calls that ended, by tool and outcome: ok, an error's code, refused or cancelled.",
            ["tool", "outcome"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "kebab_call_seconds",
            "How long calls took.",
            ["tool"],
            buckets=_BUCKETS_S,
            registry=self._registry,
        )
        self._open = Gauge(
            "kebab_open_calls", "Calls that have no answer yet.", registry=self._registry
        )
        self._refused = Counter(
            "kebab_http_refused",
            "Requests that were turned away, by status.",
            ["status"],
            registry=self._registry,
        )
        Info("kebab", "Which kebab this is.", registry=self._registry).info(
            {"version": __version__}
        )
        ProcessCollector(registry=self._registry)
        self._registry.register(_Workers(states))

    def begin(self) -> None:
        """Count a call that was taken on."""
        self._open.inc()

    def end(self, tool: str, outcome: str, seconds: float) -> None:
        """Count a call that ended."""
        self._open.dec()
        self._calls.labels(tool, outcome).inc()
        self._seconds.labels(tool).observe(seconds)

    def refuse(self, status: int) -> None:
        """Count a request that was turned away."""
        self._refused.labels(str(status)).inc()

    def render(self, accepted: str) -> tuple[str, str]:
        """Write everything in the form that is accepted; return it with its media type."""
        encode, media = choose_encoder(accepted)
        return encode(self._registry).decode(), media


class _Workers(Collector):
    """Turns what the pool says into metrics, whenever they are read."""

    def __init__(self, states: States) -> None:
        self._states = states

    def describe(self) -> Iterable[Metric]:
        """Name nothing beforehand: the pool may not be open yet."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Describe every worker."""
        states = self._states()
        up = _gauge("kebab_worker_up", "Whether a worker runs.")
        waiting = _gauge("kebab_queue_calls", "Calls that wait and that a worker may take.")
        shards = _gauge("kebab_worker_shards", "Shards that a worker serves.")
        memory = _gauge("kebab_worker_memory_bytes", "Memory that a worker holds.")
        restarts = _counter("kebab_worker_restarts", "Workers that were started anew.")
        recycled = _counter("kebab_worker_recycled", "Workers replaced for their memory.")
        missed = _counter("kebab_worker_deadlines_missed", "Calls that ran over their time.")
        for state in states:
            label = [str(state.worker)]
            up.add_metric(label, float(state.pid is not None))
            waiting.add_metric(label, state.waiting)
            shards.add_metric(label, len(state.shards))
            memory.add_metric(label, _memory_of(state.pid))
            restarts.add_metric(label, state.restarts)
            recycled.add_metric(label, state.recycled)
            missed.add_metric(label, state.deadlines_missed)
        yield from (up, waiting, shards, memory, restarts, recycled, missed)


def _gauge(name: str, text: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, labels=["worker"])


def _counter(name: str, text: str) -> CounterMetricFamily:
    return CounterMetricFamily(name, text, labels=["worker"])


def _memory_of(pid: int | None) -> float:
    if pid is None:
        return 0.0
    try:
        return float(psutil.Process(pid).memory_info().rss)
    except psutil.Error:
        return 0.0  # it ended just now
