"""Two servers and a command line on one base, writing and searching at once, for some rounds.

Three rounds take some ten seconds; KEBAB_TEST_ROUNDS=24 makes a minute of it.
"""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import dataclass, field

import pytest
from support.alike import unlikeness
from support.mcp_client import Client
from support.product import Product

ROUNDS = int(os.environ.get("KEBAB_TEST_ROUNDS", "3"))
SETTINGS = """[storage]
data_dir = "base"
state_dir = "state"
shards = 4
[embedding]
provider = "hashed"
[search]
exact_limit = 16
[[sources]]
id = "notes"
root = "notes"
"""
LETTERS = "bcfhjkmpqv"  # no word of them has an ending that a stemmer would take
AT_ONCE = 25


def word_of(number):
    return "zq" + "".join(LETTERS[int(digit)] for digit in f"{number:05}")


def text_of(name, word):
    filler = "The harbour is open all day and the lantern hangs over it. " * 8
    return f"# {name}\n\n{filler}\n\n## Rules\n\nAsk for {word} before the gate is closed.\n"


@dataclass
class Shelf:
    """What the base has to hold: the word of each document, and the words that are gone."""

    product: Product
    words: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    last: int = 0

    def put(self, name):
        """Give a document a word of its own, in place of the one it had; return its text."""
        self.forget(name)
        self.last += 1
        self.words[name] = word_of(self.last)
        return text_of(name, self.words[name])

    def write(self, name):
        self.product.write(f"notes/{name}", self.put(name))

    def remove(self, name):
        (self.product.folder / "notes" / name).unlink()
        self.forget(name)

    def forget(self, name):
        if name in self.words:
            self.gone.add(self.words.pop(name))


@dataclass
class Outcomes:
    """Every code that a call or a command ended with."""

    codes: set[str] = field(default_factory=set)

    async def insist(self, attempt):
        """Try until the lease is free; any other error ends the test."""
        while True:
            code, told = await attempt()
            self.codes.add(code)
            assert code in {"", "ingest_locked"}, told
            if not code:
                return


@pytest.fixture
def product(tmp_path):
    return Product(tmp_path, {}, SETTINGS)


def ingesting(product):
    async def attempt():
        ran = await asyncio.to_thread(product.run, "ingest", "--json", "--summary-only")
        if ran.returncode == 0:
            return "", ""
        return json.loads(ran.stderr.splitlines()[-1])["code"], ran.stderr

    return attempt


def calling(client, tool, **arguments):
    async def attempt():
        answer = await client.call(tool, arguments)
        return answer.code, answer.text

    return attempt


async def found_words(client, words):
    """Search each word; return those that stand in a hit."""
    found = set()
    words = sorted(words)
    for start in range(0, len(words), AT_ONCE):
        queries = [{"query": word, "mode": "lexical", "k": 1} for word in words[start:][:AT_ONCE]]
        answer = await client.call("bulk_search", {"queries": queries})
        for item in answer.value["results"]:
            assert item["error"] is None, item
            assert item["response"].get("degraded") is None
            found |= {item["query"]["query"] for hit in item["response"]["hits"]}
    return found


async def search_until(over, client, words):
    while not over.is_set():
        for word in words:
            for mode in ("hybrid", "lexical"):
                answer = await client.call("search", {"query": word, "mode": mode, "k": 1})
                assert not answer.code, answer.text
                assert answer.value.get("degraded") is None
                assert word in answer.value["hits"][0]["snippet"]


async def write_a_round(number, shelf, first, second, outcomes):
    """Have all three write: new, changed and deleted files, a text, a file of nobody's."""
    shelf.write(f"new/{number}-a.md")
    shelf.write(f"new/{number}-b.md")
    shelf.write(f"old/{number % 6}.md")
    shelf.remove(f"old/{6 + number}.md")
    outside = shelf.product.write("outside/file.md", shelf.put("outside"))
    text = shelf.put(f"text {number}")
    same = shelf.put("same text")

    async def command_line():
        await outcomes.insist(ingesting(shelf.product))

    async def first_server():
        await outcomes.insist(calling(first, "ingest_file", path=str(outside)))
        name = f"text {number}"
        await outcomes.insist(calling(first, "ingest_stdin", content=text, title=name))

    async def second_server():
        await outcomes.insist(calling(second, "ingest_stdin", content=same, title="same text"))

    async with asyncio.TaskGroup() as group:
        group.create_task(command_line())
        group.create_task(first_server())
        group.create_task(second_server())


def lags_of(report):
    assert len(report["shards"]) == 4
    return {
        (shard["lexical_lag"], shard["vector_lag"], shard["lexical_chunks"] - shard["chunks"])
        for shard in report["shards"]
    }


async def answers_of(client, queries):
    answers = await asyncio.gather(*(client.call("search", query) for query in queries))
    assert {answer.code for answer in answers} == {""}
    return [answer.value for answer in answers]


def test_three_processes_write_and_search_one_base_at_once(product):
    shelf, outcomes = Shelf(product), Outcomes()
    for number in range(6 + ROUNDS):
        shelf.write(f"old/{number}.md")
    shelf.write("settled.md")
    settled = [shelf.words["settled.md"]]
    product.read("ingest")

    async def scenario():
        waiting = {"KEBAB_INGEST_WAIT_FOR_LEASE_S": "60", "KEBAB_POOL_WORKERS": "2"}
        async with (
            Client.over_stdio(product) as first,
            Client.over_stdio(product, **waiting) as second,
        ):
            for number in range(ROUNDS):
                over = asyncio.Event()
                async with asyncio.TaskGroup() as group:
                    for client in (first, second):
                        group.create_task(search_until(over, client, settled))
                    await write_a_round(number, shelf, first, second, outcomes)
                    over.set()
                wanted = set(shelf.words.values())
                for client in (first, second):
                    assert await found_words(client, wanted | shelf.gone) == wanted
            for client in (first, second):
                assert lags_of((await client.call("doctor", {})).value) == {(0, 0, 0)}

            words = list(shelf.words.values())[::3]
            queries = [
                {"query": f"{word} lantern", "mode": mode, "k": 5}
                for word in words
                for mode in ("hybrid", "lexical", "vector")
            ]
            lines = "".join(json.dumps(query) + "\n" for query in queries)
            fresh = await asyncio.to_thread(product.run, "search", "--bulk", "--json", stdin=lines)
            items = [json.loads(line) for line in fresh.stdout.splitlines()]
            expected = [item["response"] for item in items if "response" in item]
            assert len(expected) == len(queries)
            for client in (first, second):
                found = await answers_of(client, queries)
                assert [*map(unlikeness, found, expected)] == [""] * len(queries)

    asyncio.run(scenario())
    assert lags_of(product.read("doctor")) == {(0, 0, 0)}
    assert product.read("schema")["stats"]["doc_count"] == len(shelf.words)
    assert outcomes.codes <= {"", "ingest_locked"}
