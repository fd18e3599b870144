"""A run with secrets in its environment: none is written, and only the user may read the rest."""

from __future__ import annotations

import asyncio
import json
import os
import stat
import sys

import psutil
import pytest
from support import pdfs
from support.model_servers import Behaviour, chat_event, openai_server
from support.product import SETTINGS, Product

PASSWORD, KEY = "open-sesame-4711", "sk-test-0123456789abcdef"
SECRETS = {"password": PASSWORD, "key": KEY, "user": "dave:pa55w0rd"}
FILES = {
    "notes/one.md": "# One\n\nThe zebra crossed the road.\n",
    "notes/bad.md": "---\na: [\n---\n",
}
MORE = '[logging]\nlevel = "debug"\n[llm]\nprovider = "openai"\napi_key_env = "MY_KEY"\n'
QUESTION = "What did the zebra cross?"
ANSWERS = Behaviour(
    (401, f"the key {KEY} is unknown"),
    [chat_event("The zebra crossed the road [1]."), chat_event(None, finish_reason="stop"), "end"],
)


def kill_worker(process_env_home):
    """Kill the worker of the server that runs with this home."""
    for process in psutil.process_iter():
        try:
            if process.environ().get("HOME") != process_env_home:
                continue
            if "spawn_main" in " ".join(process.cmdline()):
                process.kill()
                process.wait(10)
        except psutil.Error:
            continue


def serve(product):
    with product.serve() as server:
        said = [server.call("search", query="zebra")[0]]
        said.append(server.call("ask", query=QUESTION, session_id="mine")[0])
        kill_worker(product.env["HOME"])
        said.append(server.call("search", query="zebra road")[0])
        said.append(server.call("fetch", kind="doc", doc_id="nowhere")[0])
        said.append(server.call("doctor")[0])
    return said


async def live(product):
    """Run everything, and return all that was said on stdout and stderr."""
    async with openai_server(ANSWERS) as server:
        product.env |= {
            "KEBAB_LLM_BASE_URL": f"{server.url}/v1",
            "KEBAB_PASSWORDS": f"wrong\n{PASSWORD}",
            "MY_KEY": KEY,
            "HTTPS_PROXY": f"http://{SECRETS['user']}@127.0.0.1:9",
        }
        ran = [
            await asyncio.to_thread(product.run, *words)
            for words in (
                ["init", "notes", "--config", "fresh.toml"],
                ["ingest", "--json"],
                ["ask", QUESTION, "--json"],
                ["ask", QUESTION, "--session", "new"],
                ["search", "rowanword", "--mode", "lexical", "--trace"],
                ["config", "show", "--json"],
                ["doctor", "--json"],
                ["schema"],
                ["fetch", "doc", "nowhere.md"],
                ["cache"],
            )
        ]
        bad = {"KEBAB_LLM_BASE_URL": f"https://{SECRETS['user']}@example.test"}
        ran.append(await asyncio.to_thread(product.run, "schema", env=bad))
        served = await asyncio.to_thread(serve, product)
    return [text for one in ran for text in (one.stdout, one.stderr)], served


@pytest.fixture(scope="module")
def lived(tmp_path_factory):
    before = os.umask(0)
    try:
        folder = tmp_path_factory.mktemp("secrets")
        product = Product(folder, FILES, SETTINGS + MORE, in_forks=False)
        locked = pdfs.Pdf([pdfs.lines(72, 100, "The rowanword.")], password=PASSWORD).write()
        (product.folder / "notes/locked.pdf").write_bytes(locked)
        return product, *asyncio.run(live(product))
    finally:
        os.umask(before)


def written(product):
    own = (product.folder / "base", product.folder / "state")
    return [path for folder in own for path in (folder, *folder.rglob("*"))]


def test_the_run_did_what_secrets_are_for(lived):
    _, said, served = lived

    assert '"new":3' in said[2] or '"new":2' in said[2]
    assert "refused with status 401" in said[5]
    assert "The zebra crossed the road" in "".join(said[4:8])
    assert "rowanword" in said[8]
    assert [json.loads(text).get("code") for text in served] == [
        None, None, None, "doc_not_found", None,
    ]  # fmt: skip


def test_no_secret_is_written_or_said(lived):
    product, said, served = lived
    places = {f"said {number}": text.encode() for number, text in enumerate([*said, *served])}
    files = [path for path in product.folder.rglob("*") if path.is_file()]
    places |= {str(path): path.read_bytes() for path in files}
    words = {name: secret.encode() for name, secret in SECRETS.items()}

    found = [
        (place, name) for place, data in places.items() for name in words if words[name] in data
    ]

    assert [path.name for path in files].count("kebab.log") == 1
    assert "worker-0.log" in [path.name for path in files]
    assert found == []


def test_nobody_else_may_read_what_was_written_whatever_the_mask(lived):
    product, *_ = lived
    open_to_others = [
        f"{stat.filemode(path.stat().st_mode)} {path}"
        for path in written(product)
        if path.stat().st_mode & 0o077
    ]

    names = {path.name for path in written(product)}
    assert names >= {"catalog.sqlite", "conversations.sqlite", "ingest.lease", "kebab.log", "views"}
    assert open_to_others == []


@pytest.mark.skipif(sys.platform != "linux", reason="what is told of limits is Linux's")
def test_no_process_leaves_a_core_file(lived):
    product, *_ = lived

    with product.serve() as server:
        server.call("search", query="zebra")
        limits = []
        for process in psutil.process_iter():
            try:
                if process.environ().get("HOME") == product.env["HOME"]:
                    limits.append((process.cmdline(), process.rlimit(psutil.RLIMIT_CORE)))
            except psutil.Error:
                continue

    assert len(limits) >= 2
    assert {limit for _, limit in limits} == {(0, 0)}
