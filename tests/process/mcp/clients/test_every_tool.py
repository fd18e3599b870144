"""The official clients call every tool there is, rightly and wrongly, in both eras."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp.client.session import ClientSession
from mcp.client.stdio import StdioServerParameters, stdio_client
from support.hwp_calls import failing_calls, lay_out, session_calls, working_calls

from kebab.mcp.tools.catalogue import all_tools

KEBAB = str(Path(sys.executable).with_name("kebab"))
OPENED = "<docId>"  # the client puts in what `hwp_open` told it
SETTINGS = """[storage]
data_dir = "data"
state_dir = "state"
[embedding]
provider = "hashed"
dimensions = 64
[[sources]]
root = "notes"
[security]
roots = ["."]
output_roots = ["."]
"""
Call = tuple[str, dict[str, Any]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """Make a base of one note, and documents beside it."""
    made = tmp_path_factory.mktemp("every")
    (made / "notes").mkdir()
    (made / "notes" / "a.md").write_text("# a\n\napples and pears\n", "utf-8")
    (made / "letter.md").write_text("# Letter\n\nThe otter.\n", "utf-8")
    (made / "kebab.toml").write_text(SETTINGS, "utf-8")
    lay_out(made)
    command = [KEBAB, "ingest", "--config", str(made / "kebab.toml"), "--json"]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    return made


@pytest.fixture
def command(folder) -> list[str]:
    config = str(folder / "kebab.toml")
    return [KEBAB, "mcp", "--config", config, "--workers", "1", "--profile", "all"]


def right_calls(folder: Path, out: Path) -> list[Call]:
    form = str(folder / "form.hwpx")
    return [
        ("search", {"query": "apples"}),
        ("ask", {"query": "What about apples?"}),
        ("fetch", {"kind": "doc", "doc_id": "a.md"}),
        ("list_docs", {}),
        ("bulk_search", {"queries": [{"query": "pears"}]}),
        ("schema", {}),
        ("doctor", {}),
        ("ingest_file", {"path": str(folder / "letter.md")}),
        ("ingest_stdin", {"content": "# Memo\n\nThe eel.\n", "title": out.name}),
        ("forget", {"targets": [str(folder / "letter.md")]}),
        *working_calls(folder, out),
        ("hwp_open", {"path": form}),
        *session_calls(OPENED, out),
        ("hwp_close", {"docId": OPENED, "discard": True}),
    ]


def wrong_calls(folder: Path, out: Path) -> list[Call]:
    return [
        ("search", {"query": ""}),
        ("ask", {"query": " "}),
        ("fetch", {"kind": "doc", "doc_id": "nowhere.md"}),
        ("list_docs", {"limit": 0}),
        ("bulk_search", {"queries": "none"}),
        ("schema", {"nonsense": 1}),
        ("doctor", {"nonsense": 1}),
        ("ingest_file", {"path": str(folder / "gone.md")}),
        ("ingest_stdin", {}),
        ("forget", {"targets": []}),
        *failing_calls(folder, out),
        ("hwp_open", {"path": str(folder / "gone.hwpx")}),
        *((name, given or {"nonsense": 1}) for name, given in session_calls("nobody", out)),
        ("hwp_close", {"docId": "nobody"}),
    ]


@pytest.fixture
def calls(folder, tmp_path) -> list[Call]:
    out = folder / tmp_path.name
    out.mkdir()
    return [*right_calls(folder, out), *wrong_calls(folder, out)]


def check(calls: list[Call], tools: list[str], results: list[dict[str, Any]]) -> None:
    """Every tool worked and failed, and each failure says what to do."""
    assert tools == [tool.name for tool in all_tools()]
    half = len(calls) - len(calls) // 2
    texts = [json.loads(result["content"][0]["text"]) for result in results]
    failed = [result.get("isError", False) for result in results]
    rights = {name for (name, _), wrong in zip(calls, failed, strict=True) if not wrong}
    wrongs = {name for (name, _), wrong in zip(calls, failed, strict=True) if wrong}
    unexpected = [
        (name, text)
        for index, ((name, _), text, wrong) in enumerate(zip(calls, texts, failed, strict=True))
        if wrong is (index < half)
    ]

    assert unexpected == []
    assert rights == wrongs == set(tools)
    for text, wrong in zip(texts, failed, strict=True):
        assert (text["schema_version"] == "error.v1") is wrong
        assert not wrong or (text["code"] not in {"", "generic"} and text["message"])


@pytest.mark.parametrize("script", [["v1.mjs"], ["v2.mjs", "auto"]], ids=["v1", "v2"])
def test_a_typescript_client_calls_every_tool(node, command, calls, tmp_path, script):
    listed = tmp_path / "calls.json"
    listed.write_text(json.dumps([{"name": n, "arguments": a} for n, a in calls]), "utf-8")

    heard = node(*script, "--calls", str(listed), *command)

    check(calls, heard["tools"], heard["results"])


@pytest.mark.anyio
async def test_the_python_client_calls_every_tool(command, calls, tmp_path):
    parameters = StdioServerParameters(command=command[0], args=command[1:], cwd="/")
    results, opened = [], ""
    with (tmp_path / "stderr").open("w") as log:
        async with (
            stdio_client(parameters, errlog=log) as (read, write),
            ClientSession(read, write) as session,
        ):
            await session.initialize()
            tools = [tool.name for tool in (await session.list_tools()).tools]
            for name, given in calls:
                arguments = json.loads(json.dumps(given).replace(OPENED, opened))
                result = await session.call_tool(name, arguments)
                results.append(result.model_dump(by_alias=True, exclude_none=True))
                if name == "hwp_open" and not result.is_error:
                    opened = json.loads(result.content[0].text)["docId"]

    check(calls, tools, results)
