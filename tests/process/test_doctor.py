"""Doctor answers when things are wrong: that is when it is asked."""

from __future__ import annotations

import asyncio
import json
import os
import signal

import psutil
import pytest
from support.product import SETTINGS, Product, corpus

from kebab.ingest.lease import hold_lease, this_process


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    product = Product(
        tmp_path_factory.mktemp("doctor"), corpus(), SETTINGS + "[search]\nexact_limit = 0\n"
    )
    product.read("ingest", "--summary-only")
    return product


def checks_of(report):
    return {check["name"]: check for check in report["checks"]}


def ask_doctor(server):
    text, is_error = server.call("doctor")
    assert not is_error
    return json.loads(text)


def test_doctor_answers_while_a_worker_hangs_and_names_it(product):
    with product.serve("--workers", "2") as server:
        healthy = ask_doctor(server)
        os.kill(healthy["workers"][1]["pid"], signal.SIGSTOP)
        report = ask_doctor(server)

        assert healthy["ok"]
        assert not report["ok"]
        checks = checks_of(report)
        assert checks["workers"]["detail"].startswith("worker 1 does not answer")
        assert checks["catalog"]["ok"]
        assert report["workers"][0]["ping_ms"] is not None
        assert report["duration_ms"] < 3000


def test_doctor_tells_of_deaths(product):
    with product.serve("--workers", "2") as server:
        pid = ask_doctor(server)["workers"][0]["pid"]
        os.kill(pid, signal.SIGSEGV)
        psutil.wait_procs([psutil.Process(pid)] if psutil.pid_exists(pid) else [], timeout=20)
        worker = ask_doctor(server)["workers"][0]

        assert worker["last_exit"] == "signal SIGSEGV"
        assert worker["restarts"] == 1
        assert (worker["waiting"], worker["recycled"]) == (0, 0)


def test_doctor_names_who_writes(product):
    async def scenario():
        since = "2026-01-01T00:00:00+00:00"
        async with hold_lease(product.folder / "base", this_process(since)):
            return await asyncio.to_thread(product.read, "doctor")

    report = asyncio.run(scenario())

    assert report["lease"]["pid"] == os.getpid()
    assert report["lease"]["since"] == "2026-01-01T00:00:00+00:00"
    assert str(os.getpid()) in checks_of(report)["lease"]["detail"]
    assert "lease" not in product.read("doctor")


def views(product, pattern):
    return sorted((product.folder / "base" / "views").glob(pattern))


def test_repair_rebuilds_what_is_damaged_and_says_what_it_did(product):
    questions = ["apple", "사과", "harbour ship", "규칙"]
    before = [product.read("search", question)["hits"] for question in questions]
    shard = next(path for path in views(product, "shard-*/lexical") if list(path.glob("*.term")))
    for path in shard.glob("*.term"):
        os.truncate(path, 10)
    repaired = product.read("doctor", "--repair")

    assert [repair["view"] for repair in repaired["repairs"]] == ["lexical"]
    assert "is damaged" in repaired["repairs"][0]["reason"]
    assert repaired["repairs"][0]["shard"] == int(shard.parent.name.removeprefix("shard-"))
    assert repaired["ok"]
    assert product.read("doctor", "--repair")["repairs"] == []
    assert [product.read("search", question)["hits"] for question in questions] == before


def test_a_plain_look_repairs_nothing_of_its_own_accord(product):
    assert "repairs" not in product.read("doctor")


def test_repair_is_refused_where_nothing_may_be_written(product):
    ran = product.run("doctor", "--repair", "--json", env={"KEBAB_READONLY": "1"})

    assert ran.returncode == 1
    assert json.loads(ran.stderr)["code"] == "readonly_mode"
