"""What a person is told when the server starts: where it is, and how a host is told of it. Pure."""

from __future__ import annotations

import json

from kebab.mcp import handshake
from kebab.mcp.http.bearer import Token


def announce(url: str, token: Token) -> str:
    """Write it; the token itself only when it is new."""
    lines = [f"kebab: MCP is served at {url}"]
    if not token.is_new:
        lines.append(f"kebab: its token stands in {token.path}")
        return "\n".join(lines) + "\n"
    header = f"Bearer {token.text}"
    entry = {"type": "http", "url": url, "headers": {"Authorization": header}}
    lines += [
        f"kebab: a token was made. It stands in {token.path} and is not shown again.",
        "Tell a host of it, for example:",
        f"  claude mcp add --transport http {handshake.NAME} {url} \\",
        f'    --header "Authorization: {header}"',
        "or in its file of servers:",
        json.dumps({"mcpServers": {handshake.NAME: entry}}, indent=2),
    ]
    return "\n".join(lines) + "\n"
