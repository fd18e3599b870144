"""The lease between a server and a command line: it names its holder, and dies with it."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import subprocess
from datetime import UTC, datetime, timedelta

import pytest
from support.mcp_client import Client
from support.product import KEBAB, Product

from kebab.ingest.lease import LEASE_FILE, Holder, read_holder

NOTE = {"content": "# Note\n\nThe lighthouse is lit.\n", "title": "note"}
# Enough that the ingest is still at it when it is stopped.
SECTIONS = "\n\n".join(f"## Number {n}\n\nA line about the number {n}." for n in range(3000))


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    """Give a base of a small file, and beside it more than the next ingest has time for."""
    files = {"notes/small.md": "# Small\n\nA lantern.\n"}
    product = Product(tmp_path_factory.mktemp("product"), files)
    product.read("ingest")
    for number in range(8):
        product.write(f"notes/big/{number}.md", f"# Big {number}\n\n{SECTIONS}\n")
    return product


@contextlib.contextmanager
def stopped_ingest(product):
    """Stop a `kebab ingest` while it holds the lease, and kill it at the end."""
    lease = product.folder / "base" / LEASE_FILE
    process = subprocess.Popen(
        [*KEBAB, "ingest", "--json"],
        env=product.env,
        cwd=product.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert b"scan_started" in process.stdout.readline()
        process.send_signal(signal.SIGSTOP)
        holder = read_holder(lease)
        yield process, holder
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def run(scenario):
    asyncio.run(scenario)


def test_the_lease_names_its_holder_to_who_may_not_write(product):
    outside = product.write("outside.md", "# Outside\n\nA buoy.\n")

    async def scenario():
        async with Client.over_stdio(product) as client:
            with stopped_ingest(product) as (process, holder):
                refused = [
                    await client.call("ingest_stdin", NOTE),
                    await client.call("ingest_file", {"path": str(outside)}),
                    await client.call("forget", {"targets": ["small.md"]}),
                ]
                found = await client.call("search", {"query": "lantern", "mode": "lexical"})
                command = product.run("ingest", "--json")

            assert holder == Holder(process.pid, socket.gethostname(), holder.since)
            age = datetime.now(UTC) - datetime.fromisoformat(holder.since)
            assert timedelta(0) <= age < timedelta(minutes=2)
            for answer in refused:
                assert answer.code == "ingest_locked"
                assert (
                    answer.value["details"].items()
                    >= {"pid": process.pid, "host": holder.host, "since": holder.since}.items()
                )
            assert f"process {process.pid}" in command.stderr
            assert '"ingest_locked"' in command.stderr
            assert found.value["hits"][0]["doc_path"] == "small.md"

    run(scenario())


def test_the_lease_of_a_killed_ingest_is_free_at_once(product):
    async def scenario():
        async with Client.over_stdio(product) as client:
            with stopped_ingest(product) as (process, holder):
                assert (await client.call("ingest_stdin", NOTE)).code == "ingest_locked"
                process.kill()
                process.wait()
                assert read_holder(product.folder / "base" / LEASE_FILE) == holder
                answer = await client.call("ingest_stdin", NOTE)

            assert answer.code == ""
            found = await client.call("search", {"query": "lighthouse", "mode": "lexical"})
            assert found.value["hits"][0]["title"] == "note"

    run(scenario())


def test_a_server_told_to_wait_writes_when_the_other_is_gone(product):
    async def scenario():
        waiting = {"KEBAB_INGEST_WAIT_FOR_LEASE_S": "60"}
        async with Client.over_stdio(product, **waiting) as client:
            with stopped_ingest(product) as (process, _holder):
                asked = asyncio.create_task(client.call("ingest_stdin", NOTE))
                for word in ("lantern", "small", "lantern small"):
                    found = await client.call("search", {"query": word, "mode": "lexical"})
                    assert found.value["hits"]
                assert not asked.done()
                process.kill()

                assert (await asked).code == ""

    run(scenario())


def test_a_server_told_to_wait_says_at_last_who_it_waited_for(product):
    async def scenario():
        waiting = {"KEBAB_INGEST_WAIT_FOR_LEASE_S": "0.3"}
        async with Client.over_stdio(product, **waiting) as client:
            with stopped_ingest(product) as (process, _holder):
                answer = await client.call("ingest_stdin", NOTE)

            assert answer.code == "ingest_locked"
            assert f"after 0.3 s of waiting: process {process.pid} on" in answer.value["message"]

    run(scenario())
