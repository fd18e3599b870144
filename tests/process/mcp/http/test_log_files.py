"""The log files of a server on a port hold nothing of documents, tokens and sessions."""

from __future__ import annotations

import os
import signal

from support.http_host import request, serving
from support.product import KEBAB

TEXT = "zyzzogeton"
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}}
HELLO["clientInfo"] = {"name": TEXT, "version": "1"}


def test_what_is_read_and_what_is_secret_is_in_no_log(config, tmp_path):
    state = tmp_path / "state"
    env = {
        **os.environ,
        "HOME": str(tmp_path),
        "KEBAB_STORAGE_STATE_DIR": str(state),
        "KEBAB_LOGGING_LEVEL": "debug",
        "KEBAB_HTTP_MAX_SESSIONS": "5",
        "KEBAB_HTTP_MAX_BODY_MB": "1",
    }
    command = [*KEBAB, "mcp", "--http", "--port", "0", "--config", str(config)]
    with serving(command, env, tmp_path, state / "http.token") as site:
        session = site.post(request(1, "initialize", HELLO)).headers["mcp-session-id"]
        for number, (tool, arguments) in enumerate(
            (
                ("ingest_stdin", {"title": TEXT, "content": f"# {TEXT}\n\n{TEXT} says it all."}),
                ("search", {"query": TEXT}),
                ("fetch", {"kind": "doc", "doc_id": TEXT}),
                (TEXT, {}),
            ),
            2,
        ):
            call = request(number, "tools/call", {"name": tool, "arguments": arguments})
            assert site.post(call, mcp_session_id=session).status_code == 200
        site.ask_modern("tools/call", name="search", arguments={"query": TEXT})
        site.ask_modern(TEXT)
        site.post(b'{"jsonrpc": "2.0", "id": 1, "' + TEXT.encode())
        site.post(b" " * (2 << 20))
        site.post(request(1, "ping", {}), host=f"{TEXT}.example")
        site.post(request(1, "ping", {}), mcp_session_id=TEXT)
        site.exchange(TEXT.encode() + b" / HTTP/1.1\r\n\r\n")
        site.process.send_signal(signal.SIGTERM)
        site.process.wait(30)
        written = [path.read_text("utf-8") for path in state.glob("*.log")]

        assert any("search: ok" in text for text in written)
        for secret in (TEXT, site.token, session):
            assert not [line for text in written for line in text.splitlines() if secret in line]
