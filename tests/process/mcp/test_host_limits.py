"""What hosts put up with: a start within five seconds on half a core, and answers that fit."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psutil
import pytest
from support import hwpx

# Hosts give up on a request: opencode after five seconds, the others later.
PATIENCE_S = 5.0
# Claude Code refuses more from a tool.
MOST_TOKENS = 25_000
LATER = 0x2E80  # from here on a character is a token of its own, or more than one letter's share
LINE = "제{}조 요리법과 계약의 관리 방법을 설명하는 한국어 문장이 여기에 길게 이어진다.\n"


def test_server_needs_so_little_to_start_that_half_a_core_is_enough(serve):
    host = serve("--workers", "1")
    host.shake_hands()
    greeted = processor_time(host)
    listed = host.ask("tools/list")

    assert listed["result"]["tools"]
    assert greeted < PATIENCE_S / 2
    assert processor_time(host) - greeted < PATIENCE_S / 2


def processor_time(host):
    """Return the seconds that the server itself has worked, however busy the machine is."""
    spent = psutil.Process(host.process.pid).cpu_times()
    return spent.user + spent.system


@pytest.fixture(scope="module")
def long_document(config: Path) -> Path:
    """Put a long Korean document beside the base, and into it."""
    text = "".join(LINE.format(number) for number in range(1500))
    file = config.parent / "long.hwpx"
    file.write_bytes(hwpx.hwpx("".join(map(hwpx.paragraph, text.splitlines()))))
    (config.parent / "notes" / "long.md").write_text(f"# 긴 문서\n\n{text}", "utf-8")
    with config.open("a", encoding="utf-8") as settings:
        settings.write('[security]\nroots = ["."]\n')
    command = [str(Path(sys.executable).with_name("kebab")), "ingest", "--config", str(config)]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    return file


def tokens(text: str) -> int:
    """Estimate on the safe side."""
    wide = sum(ord(letter) > LATER for letter in text)
    return wide + (len(text) - wide) // 4


def test_answers_fit_into_what_a_host_takes(serve, long_document):
    host = serve("--workers", "1", "--profile", "all")
    host.shake_hands()
    path = str(long_document)
    reading = (
        *("extract_text", "get_ir", "iter_blocks", "to_markdown", "to_html", "chunks"),
        *("hwp_info", "hwp_export_text", "hwp_export_structure", "hwp_digest", "hwp_extract_data"),
    )
    calls = [(tool, {"path": path}) for tool in reading] + [
        ("hwp_search", {"path": path, "query": "계약"}),
        ("hwp_batch", {"subcommand": "text", "paths": [path] * 5}),
        ("search", {"query": "요리법 계약", "k": 50}),
        ("bulk_search", {"queries": [{"query": "요리법", "k": 50}] * 20}),
        ("fetch", {"kind": "doc", "doc_id": "long.md"}),
        ("list_docs", {"limit": 200}),
        ("ask", {"query": "요리법과 계약은 어떻게 관리하나요?"}),
        ("schema", {}),
    ]

    results = {tool: host.call(tool, **arguments) for tool, arguments in calls}
    sizes = {tool: tokens(result["content"][0]["text"]) for tool, result in results.items()}

    assert not [tool for tool, result in results.items() if result.get("isError")]
    assert {tool: size for tool, size in sizes.items() if size > MOST_TOKENS} == {}
    assert max(sizes.values()) > MOST_TOKENS // 4  # the document is long enough to matter
