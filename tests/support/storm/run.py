"""Run a storm: servers, calls, violence and an ingest at once; then compare with the copy."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from dataclasses import dataclass
from typing import Any

from support.alike import unlikeness
from support.mcp_client import Answer, Client, LostCallError, connect
from support.product import Product
from support.storm import census
from support.storm.calls import Arguments, CallPlan, Planned
from support.storm.churn import Churn
from support.storm.report import EXPECTED, Report
from support.storm.scene import UNTOUCHED, Scene
from support.storm.violence import Violence

PATIENT_TRIES = 20
Connect = Callable[[Product], AbstractAsyncContextManager[Client]]


@dataclass(frozen=True, slots=True)
class StormOptions:
    """How much of everything. Every `_every` counts calls."""

    seed: int
    calls: int
    servers: int = 2
    workers: int = 2
    at_once: int = 4
    kill_every: int = 50
    hang_every: int = 500
    ingest_every: int = 1
    damages: int = 2
    questions: int = 50


class Storm:
    """One storm over one scene. `connect` starts a server, over whichever transport."""

    def __init__(self, scene: Scene, options: StormOptions, connect: Connect = connect) -> None:
        self._scene = scene
        self._options = options
        self._connect = connect
        self._report = Report(options.seed)
        self._chance = random.Random(f"storm {options.seed}")  # noqa: S311 - a storm has a seed
        self._issued = 0
        self._due: list[Callable[[], bool]] = []
        parts = options.damages + 1
        self._damage_at = {options.calls * part // parts for part in range(1, parts)}

    async def carry_out(self) -> Report:
        """Storm; return what was found."""
        began_s, options = time.monotonic(), self._options
        product, known = self._scene.product, self._scene.look()
        product.env["KEBAB_POOL_WORKERS"] = str(options.workers)
        plan = CallPlan(known, product.folder / "outside", self._chance)
        calls = iter(plan)
        churn = Churn(product, random.Random(f"churn {options.seed}"))  # noqa: S311 - as above
        probe = min(known.words)
        async with AsyncExitStack() as stack:
            clients = [
                await stack.enter_async_context(self._connect(product))
                for _ in range(options.servers)
            ]
            violence = Violence(clients, product.folder / "base", self._chance, probe)
            self._report.before = await self._count(clients, probe)
            for share in (options.calls // 4, options.calls):
                async with churn.going_on():
                    await self._rage(clients, calls, violence, churn, until=share)
                await violence.settle()
                self._report.quarter = self._report.after
                self._report.after = await self._count(clients, probe)
            await self._undo(clients[0], churn)
            fresh = await stack.enter_async_context(self._connect(product))
            await self._compare([*clients, fresh], plan.questions(options.questions))
            for client in (*clients, fresh):
                await client.end()
            self._sum_up([*clients, fresh], violence, churn)
        self._report.took_s = time.monotonic() - began_s
        return self._report

    # --- the storm itself

    async def _rage(
        self,
        clients: list[Client],
        calls: Iterator[Planned],
        violence: Violence,
        churn: Churn,
        until: int,
    ) -> None:
        async def lane(client: Client) -> None:
            while self._issued < until:
                self._issued += 1
                self._strike(violence, churn)
                await self._carry_out_call(client, next(calls))

        async with asyncio.TaskGroup() as group:
            for client in clients:
                for _ in range(self._options.at_once):
                    group.create_task(lane(client))

    def _strike(self, violence: Violence, churn: Churn) -> None:
        """Do what is due. What finds no worker, because it is being replaced, is done later."""
        options, number = self._options, self._issued
        if number % options.kill_every == 0:
            self._due.append(violence.kill)
        if number % options.hang_every == options.hang_every // 2:
            self._due.append(violence.hang)
        if number in self._damage_at:
            self._due.append(violence.damage)
        self._due = [blow for blow in self._due if not blow()]
        if number % options.ingest_every == 0:
            churn.turn.set()

    async def _carry_out_call(self, client: Client, planned: Planned) -> None:
        report = self._report
        try:
            answer = await client.call(planned.tool, planned.arguments)
        except LostCallError:
            report.kinds["late"] += 1
            report.late.append(str(planned))
            return
        report.add_duration(planned.tool, answer.ended_s - answer.began_s)
        report.kinds[kind_of(answer)] += 1
        if answer.code and answer.code not in EXPECTED:
            report.unexpected.append(f"{planned.tool}: {answer.text[:300]}")
        if not answer.code and planned.tool == "search":
            is_degraded = bool(answer.value.get("degraded"))
            report.degraded += is_degraded
            if planned.expects and not is_degraded and not names(answer, planned.expects):
                report.wrong += 1
                report.unexpected.append(f"wrong: {planned.arguments} {answer.text[:300]}")

    async def _count(self, clients: list[Client], warm_up: str) -> census.Census:
        return census.add([await census.count(client, warm_up) for client in clients])

    # --- afterwards

    async def _undo(self, client: Client, churn: Churn) -> None:
        while True:
            listed = await client.call("list_docs", {"source": ["external"], "limit": 200})
            targets = [document["doc_id"] for document in listed.value["documents"]]
            if not targets:
                break
            await client.call("forget", {"targets": targets})
        await churn.undo()

    async def _compare(self, clients: list[Client], questions: list[Arguments]) -> None:
        copy = {"KEBAB_STORAGE_DATA_DIR": str(self._scene.product.folder / UNTOUCHED)}
        async with connect(self._scene.product, **copy) as untouched:
            wanted = [one async for one in self._answers(untouched, questions)]
        for number, client in enumerate(clients):
            found = [one async for one in self._answers(client, questions)]
            self._report.differences += [
                f"server {number}, {question}: {difference}"
                for (question, theirs), (_, ours) in zip(wanted, found, strict=True)
                if (difference := unlikeness(ours, theirs))
            ]

    async def _answers(
        self, client: Client, questions: list[Arguments]
    ) -> AsyncIterator[tuple[Arguments, Any]]:
        """Ask every question, and for the list of documents."""
        for question in questions:
            yield question, (await whole_answer(client, question)).value
        listing = {"limit": 200}
        yield listing, (await client.call("list_docs", listing)).value

    def _sum_up(self, clients: list[Client], violence: Violence, churn: Churn) -> None:
        report = self._report
        for client in clients:
            report.calls += client.requests
            report.lost += client.requests - len(client.answers)
            report.answered_once += sum(n == 1 for n in client.answers.values())
            report.doubled += sum(n > 1 for n in client.answers.values()) + client.strays
        report.ingests = churn.outcomes
        for name in ("kills", "hangs", "damages", "unrecovered"):
            setattr(report, name, getattr(violence, name))
        for name in ("recoveries_s", "hang_recoveries_s", "damage_recoveries_s"):
            setattr(report, name, getattr(violence, name))


async def whole_answer(client: Client, question: Arguments) -> Answer:
    """Ask until every shard was in time: on a busy machine one may miss the short limit."""
    for _ in range(PATIENT_TRIES):
        answer = await client.call("search", question)
        if not answer.code and not answer.value.get("degraded"):
            return answer
    return answer


def kind_of(answer: Answer) -> str:
    """Name the kind of an outcome: ok, a refusal, or an error's code."""
    if answer.code:
        return f"error {answer.code}"
    value = answer.value
    is_refusal = value.get("hits") == [] or value.get("ok") is False
    return "refusal" if is_refusal else "ok"


def names(answer: Answer, path: str) -> bool:
    """Tell whether a document is among the hits."""
    return any(hit["doc_path"] == path for hit in answer.value["hits"])
