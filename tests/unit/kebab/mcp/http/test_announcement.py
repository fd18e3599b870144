"""What is said at the start: the token once, as a host takes it."""

from __future__ import annotations

import json
from pathlib import Path

from kebab.mcp.http.announcement import announce
from kebab.mcp.http.bearer import Token

URL = "http://127.0.0.1:7711/mcp"


def test_a_new_token_is_told_as_a_configuration():
    said = announce(URL, Token("secret-token", Path("/state/http.token"), is_new=True))
    entry = json.loads(said[said.index("{") :])["mcpServers"]["kebab"]

    assert entry["url"] == URL
    assert entry["headers"] == {"Authorization": "Bearer secret-token"}
    assert "/state/http.token" in said


def test_an_old_one_is_not():
    said = announce(URL, Token("secret-token", Path("/state/http.token"), is_new=False))

    assert URL in said.splitlines()[0]
    assert "/state/http.token" in said
    assert "secret-token" not in said
