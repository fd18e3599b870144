"""`kebab mcp --watch`: what changes on the disk is found soon, beside all that a server does."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing

import pytest
from support.mcp_client import Client, connect
from support.product import KEBAB, Product
from watchfiles import awatch

# Two seconds are promised; the rest is for a machine that is busy with other tests.
SOON_S = 8.0
PATIENCE_S = 60.0
STIR_MS = 300
NOTE = {"content": "# Note\n\nThe lighthouse is lit.\n", "title": "note"}
SECTIONS = "\n\n".join(f"## Number {n}\n\nA line about the number {n}." for n in range(2000))


@pytest.fixture
def product(tmp_path):
    return Product(tmp_path, {"notes/first.md": "# First\n\nThe heron.\n"})


async def paths_found(client: Client, word: str) -> set[str]:
    answer = await client.call("search", {"query": word, "mode": "lexical", "k": 100})
    return set() if answer.code else {hit["doc_path"] for hit in answer.value["hits"]}


async def until_found(
    product: Product, client: Client, word: str, *paths: str, within_s: float = SOON_S
) -> None:
    """Ask until the word is found in these documents and no others."""
    began = time.monotonic()
    async for _ in stirrings(product):
        if await paths_found(client, word) == set(paths):
            return
        assert time.monotonic() - began < within_s, f"{word} is not found in {paths}"


async def stirrings(product: Product) -> AsyncIterator[None]:
    """Go on at once, then whenever the base was written to, and a few times a second anyway."""
    yield
    watching = awatch(
        product.folder, debounce=100, rust_timeout=STIR_MS, yield_on_timeout=True, watch_filter=None
    )
    async with aclosing(watching):
        async for _ in watching:
            yield


def test_changes_renames_and_deletions_are_found_soon(product):
    async def scenario():
        async with Client.over_stdio(product, "--watch") as client:
            await until_found(product, client, "heron", "first.md", within_s=PATIENCE_S)
            file = product.write("notes/deep/second.md", "# Second\n\nThe zebra.\n")
            await until_found(product, client, "zebra", "deep/second.md")
            product.write("notes/deep/second.md.tmp", "# Second\n\nThe walrus.\n").rename(file)
            await until_found(product, client, "walrus", "deep/second.md")
            assert await paths_found(client, "zebra") == set()
            file.parent.rename(product.folder / "notes/moved")
            await until_found(product, client, "walrus", "moved/second.md")
            (product.folder / "notes/moved/second.md").unlink()
            await until_found(product, client, "walrus")

    asyncio.run(scenario())


def test_burst_of_a_thousand_files_is_found_to_the_last(product):
    async def scenario():
        async with Client.over_stdio(product, "--watch") as client:
            await until_found(product, client, "heron", "first.md", within_s=PATIENCE_S)
            for number in range(1000):
                product.write(f"notes/{number % 7}/{number}.md", f"# {number}\n\nword{number}x\n")
            await until_found(product, client, "word999x", "5/999.md", within_s=3 * SOON_S)
            async for _ in stirrings(product):
                if (await client.call("schema", {})).value["stats"]["doc_count"] == 1001:
                    break

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE_S))


def test_file_that_is_still_being_written_is_not_read(product):
    async def scenario():
        async with Client.over_stdio(product, "--watch") as client:
            await until_found(product, client, "heron", "first.md", within_s=PATIENCE_S)
            with (product.folder / "notes/slow.md").open("w") as slow:
                for number in range(30):
                    slow.write(f"# Part {number}\n\nThe otter.\n\n")
                    slow.flush()
                    assert await paths_found(client, "otter") == set()
            await until_found(product, client, "otter", "slow.md")

    asyncio.run(scenario())


def test_two_servers_follow_one_base_and_the_death_of_one_stops_nothing(product):
    async def scenario():
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(connect(product, "--watch"))
            two = await stack.enter_async_context(Client.over_stdio(product, "--watch"))
            for client in (one, two):
                await until_found(product, client, "heron", "first.md", within_s=PATIENCE_S)
            for number in range(20):
                product.write(f"notes/{number}.md", f"# {number}\n\nThe ibis.\n")
            for client in (one, two):
                names = [f"{number}.md" for number in range(20)]
                await until_found(product, client, "ibis", *names, within_s=2 * SOON_S)
            product.write("notes/big.md", SECTIONS)
            one.transport.process.send_signal(signal.SIGKILL)
            product.write("notes/late.md", "# Late\n\nThe zebra.\n")
            await until_found(product, two, "zebra", "late.md", within_s=2 * SOON_S)
            listed = await two.call("list_docs", {"limit": 200})
            assert len(listed.value["documents"]) == 23

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE_S))


def test_calls_that_write_go_before_the_watcher_and_none_is_refused(product):
    for number in range(12):
        product.write(f"notes/big/{number}.md", f"# Big {number}\n\n{SECTIONS}\n")

    async def scenario():
        async with Client.over_stdio(product, "--watch") as client:
            codes = []
            while not codes or await paths_found(client, "number") == set():
                answer = await client.call("ingest_stdin", NOTE)
                codes.append(answer.code)
            assert set(codes) == {""}
            await until_found(product, client, "heron", "first.md", within_s=PATIENCE_S)

    asyncio.run(asyncio.wait_for(scenario(), 2 * PATIENCE_S))


def test_server_ends_with_its_host_in_the_midst_of_a_run(product):
    for number in range(12):
        product.write(f"notes/big/{number}.md", f"# Big {number}\n\n{SECTIONS}\n")

    async def scenario():
        async with connect(product, "--watch") as client:
            async for _ in stirrings(product):
                if await paths_found(client, "number"):
                    break
            began = time.monotonic()
            await client.end()
            assert await client.transport.process.wait() == 0
            return time.monotonic() - began

    assert asyncio.run(scenario()) < SOON_S / 4


def test_read_only_server_leaves_the_watching_out(product):
    async def scenario():
        async with Client.over_stdio(product, "--watch", "--readonly") as client:
            answer = await client.call("search", {"query": "heron"})
            assert answer.code == "not_indexed"

    asyncio.run(scenario())
    assert not (product.folder / "base").exists()


def test_server_without_sources_says_in_its_log_that_it_watches_nothing(tmp_path):
    product = Product(tmp_path, {}, '[storage]\ndata_dir = "base"\nstate_dir = "state"\n')
    log = tmp_path / "state" / "kebab.log"

    async def scenario():
        async with Client.over_stdio(product, "--watch") as client:
            async for _ in stirrings(product):
                if log.exists() and "there is no source to watch" in log.read_text("utf-8"):
                    return
                await client.request("ping")

    asyncio.run(asyncio.wait_for(scenario(), PATIENCE_S))


def test_report_lines_of_the_command_add_up_and_interrupt_ends_it(product):
    with subprocess.Popen(
        [*KEBAB, "watch", "--json"],
        env=product.env,
        cwd=product.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        try:
            reports = (
                value
                for line in process.stdout
                if (value := json.loads(line))["schema_version"] == "ingest_report.v1"
            )
            first = next(reports)
            product.write("notes/second.md", "# Second\n\nThe zebra.\n")
            second = next(reports)
            process.send_signal(signal.SIGINT)
            assert process.wait(30) == 0
            assert process.stderr.read() == ""
        finally:
            process.kill()

    assert (first["new"], second["new"]) == (1, 1)
    assert [item["doc_path"] for item in second["items"]] == ["second.md"]
    assert second["items"][0]["reason"] == "new"
