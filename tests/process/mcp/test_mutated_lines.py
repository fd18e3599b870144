"""A hundred thousand mutated lines: to each the one right reaction, and the server works on.

KEBAB_FUZZ_LINES takes another number, for instance a million; KEBAB_FUZZ_SEED other lines.
"""

from __future__ import annotations

import os
import queue
from collections import Counter, defaultdict
from collections.abc import Iterator
from random import Random

import pytest
from support.protocol_lines import ENVELOPE, draw
from support.protocol_oracle import Id, Reaction, expect

LINES = int(os.environ.get("KEBAB_FUZZ_LINES", "100000"))
SEED = int(os.environ.get("KEBAB_FUZZ_SEED", "20260101"))
# What is in flight at once; more than the server accepts, so that it has to refuse some.
CHUNK = 1000
FIRST_ID = 1000


def key_of(request_id: Id) -> str:
    """Tell 7 from "7", which are two ids."""
    return repr(request_id)


class Ledger:
    """Holds the replies to some lines against what they have to bring, each exactly once."""

    def __init__(self, reactions: list[Reaction]) -> None:
        certain = [r for r in reactions if r.ids and not r.or_silence]
        self._due = len(certain)
        self._certain = Counter(key_of(i) for r in certain if len(r.ids) == 1 for i in r.ids)
        self._possible = Counter(key_of(i) for r in reactions for i in r.ids)
        self._came: Counter[str] = Counter()

    def take(self, reply: dict) -> None:
        assert reply["jsonrpc"] == "2.0"
        assert ("result" in reply) != ("error" in reply), reply
        assert reply.keys() <= {"jsonrpc", "id", "result", "error"}, reply
        if "error" in reply:
            assert isinstance(reply["error"]["code"], int)
            assert isinstance(reply["error"]["message"], str)
        key = key_of(reply["id"])
        self._came[key] += 1
        assert self._came[key] <= self._possible[key], f"one reply too many for {key}"

    @property
    def is_settled(self) -> bool:
        return self._came.total() >= self._due and not self.missing

    @property
    def missing(self) -> Counter[str]:
        return self._certain - self._came


def sort_out(lines: list[bytes]) -> Iterator[tuple[list[bytes], Ledger]]:
    """Part the lines by how sure their reaction is: what may be must not make up for what must."""
    parts: defaultdict[tuple[bool, bool], list[tuple[bytes, Reaction]]] = defaultdict(list)
    met = [(line, expect(line)) for line in lines]
    cancelled = {str(reaction.cancels) for _, reaction in met if reaction.cancels is not None}
    for line, reaction in met:
        # Whether a cancel comes in time is chance.
        if cancelled.isdisjoint(map(str, reaction.ids)):
            parts[len(reaction.ids) > 1, reaction.or_silence].append((line, reaction))
    for part in parts.values():
        yield [line for line, _ in part], Ledger([reaction for _, reaction in part])


def run(host, lines: list[bytes], ledger: Ledger, name: str, *, is_modern: bool) -> None:
    """Send the lines, and take what comes until all is there that has to be and a call works."""
    host.send_line(b"\n".join(lines))
    params = {"_meta": ENVELOPE} if is_modern else {}
    # Refusals come in order: whatever is due without a call has come before the answer to this.
    end, good = f"end {name}", f"good {name}"
    host.send(id=end, method="resources/list", params=params)
    is_over, is_good = False, False
    while not is_good:
        try:
            reply = host.receive()
        except queue.Empty:
            raise AssertionError(f"no reply for {ledger.missing}") from None
        match reply.get("id"):
            case found if found == end:
                is_over = True
            case found if found == good:
                is_good = True
                assert "result" in reply, reply
            case _ if "method" not in reply:
                ledger.take(reply)
        if is_over and ledger.is_settled:
            is_over = False
            host.send(id=good, method="resources/list", params=params)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("era", ["handshake", "modern"])
def test_every_mutated_line_has_its_one_right_reaction(start, era):
    is_modern = era == "modern"
    host = start()
    first = host.ask_modern("server/discover") if is_modern else host.shake_hands()
    assert "result" in first
    chance = Random(f"{SEED} {era}")  # noqa: S311 - the same lines every time

    for number in range(0, LINES // 2, CHUNK):
        lines = [draw(chance, FIRST_ID + number + n, is_modern=is_modern) for n in range(CHUNK)]
        for part, (some, ledger) in enumerate(sort_out(lines)):
            run(host, some, ledger, f"{number} {part}", is_modern=is_modern)
        host.lines.clear()
