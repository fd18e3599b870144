"""Time the served base: start, first answers, questions over stdio, one-shot commands, memory.

    python tests/benchmarks/latency.py --config kebab.toml [--workers 2] [--queries 200]

Questions are taken from the headings of the base itself. `echo` is a tool call that asks nothing
of a worker (an unknown document), the floor of a call; `raw` is the embedder alone, one thread.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

from kebab.catalog.reader import CatalogReader
from kebab.pool.worker_config import embedding_config
from kebab.settings.load import load_settings
from kebab.settings.paths import catalog_path
from workers.embed.embedder import load_embedder

KEBAB = [str(Path(sys.executable).with_name("kebab"))]


class Server:
    """A `kebab mcp` process, spoken to line by line."""

    def __init__(self, config, workers):
        self.began = time.perf_counter()
        command = [*KEBAB, "mcp", "--config", str(config), "--workers", str(workers)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.number = 0

    def send(self, method, params, number=None):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if number is not None:
            message["id"] = number
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def request(self, method, params):
        self.number += 1
        self.send(method, params, self.number)
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.number:
                return answer

    def initialize(self):
        self.request(
            "initialize",
            {
                "protocolVersion": "2025-11-25",
                "capabilities": {},
                "clientInfo": {"name": "latency", "version": "1"},
            },
        )
        took = time.perf_counter() - self.began
        self.send("notifications/initialized", {})
        return took

    def call(self, tool, arguments):
        answer = self.request("tools/call", {"name": tool, "arguments": arguments})
        return answer["result"]

    def close(self):
        self.process.stdin.close()
        began = time.perf_counter()
        self.process.wait()
        return time.perf_counter() - began


def pss_mb(pid):
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) // 1024
    return 0


def spread(seconds):
    ordered = sorted(seconds)
    p95 = ordered[int(len(ordered) * 0.95)]
    return f"p50 {statistics.median(ordered) * 1000:6.2f} ms   p95 {p95 * 1000:6.2f} ms"


def timed(function, values):
    taken = []
    for value in values:
        began = time.perf_counter()
        function(value)
        taken.append(time.perf_counter() - began)
    return taken


def questions_of(settings, count):
    reader = CatalogReader(catalog_path(settings.storage.data_dir))
    headings = set()
    for document in reader.documents():
        headings |= {c.heading_path[-1] for c in reader.chunks_of(document.id) if c.heading_path}
        if len(headings) > count * 20:
            break
    reader.close()
    chosen = random.Random(7).sample(sorted(headings), min(count, len(headings)))
    return [f"how do I {heading}" for heading in chosen]


def once(arguments):
    began = time.perf_counter()
    done = subprocess.run([*KEBAB, *arguments], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return time.perf_counter() - began


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--queries", type=int, default=200)
    options = parser.parse_args()
    settings = load_settings(options.config, os.environ, {}).settings
    questions = questions_of(settings, options.queries)

    starts = []
    for _ in range(5):
        server = Server(options.config, options.workers)
        starts.append(server.initialize())
        server.close()
    print(f"spawn to initialize      {spread(starts)}")

    firsts = []
    for _ in range(3):
        server = Server(options.config, options.workers)
        server.initialize()
        server.call("search", {"query": questions[0]})
        firsts.append(time.perf_counter() - server.began)
        server.close()
    print(f"spawn to first hybrid    {spread(firsts)}")

    server = Server(options.config, options.workers)
    server.initialize()
    for question in questions[:5]:
        server.call("search", {"query": question})
    echo = timed(lambda _: server.call("fetch", {"kind": "chunk", "chunk_id": "0" * 32}), questions)
    print(f"echo tool                {spread(echo)}")
    lexical = timed(lambda q: server.call("search", {"query": q, "mode": "lexical"}), questions)
    print(f"lexical                  {spread(lexical)}")
    fresh = [f"{question}?" for question in questions]
    hybrid = timed(lambda q: server.call("search", {"query": q}), fresh)
    print(f"hybrid, new question     {spread(hybrid)}")
    again = timed(lambda q: server.call("search", {"query": q}), fresh)
    print(f"hybrid, repeated         {spread(again)}")
    doctor = json.loads(server.call("doctor", {})["content"][0]["text"])
    workers = [pss_mb(worker["pid"]) for worker in doctor["workers"]]
    print(f"Pss                      front {pss_mb(server.process.pid)} MB, workers {workers} MB")
    print(f"doctor                   ok={doctor['ok']} in {doctor['duration_ms']} ms")
    print(f"end of stdin to exit     {server.close() * 1000:.0f} ms")

    embedder = load_embedder(embedding_config(settings.embedding))
    raw = timed(lambda q: embedder.embed([q], kind="query"), fresh)
    print(f"raw question embedding   {spread(raw)}")
    config = ["--config", str(options.config)]
    shots = timed(lambda q: once(["search", q, "--mode", "lexical", *config]), questions[:7])
    print(f"kebab search, lexical    {spread(shots)}")
    shots = timed(lambda q: once(["search", q, *config]), questions[:7])
    print(f"kebab search, hybrid     {spread(shots)}")


if __name__ == "__main__":
    main()
