"""The hosts that kebab knows, and what each of them writes about a server. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any, Literal, assert_never

from kebab.errors import InvalidInputError
from kebab.hosts import places
from kebab.hosts.places import Account
from kebab.hosts.server import Asked, Server, Started

Entry = dict[str, Any]
_ENVIRONMENT = "env"
_OF_STARTED = frozenset({"type", "command", "args", _ENVIRONMENT, "environment", "cwd"})
_OF_ASKED = frozenset(
    {"type", "url", "serverUrl", "httpUrl", "headers", "http_headers", "bearer_token_env_var"}
)


@dataclass(frozen=True, slots=True)
class Host:
    """One host: where its file may lie, under which key it has its servers, and their words.

    `url` is the key of an address, "" where the host's file takes none. `first` is what a new
    registration gets beside the rest, and what a person may change afterwards.
    """

    name: str
    title: str
    places: Callable[[Account], tuple[PurePath, ...]]
    table: str
    started: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, str] = field(default_factory=dict)
    url: str = "url"
    headers: str = "headers"
    first: Mapping[str, Any] = field(default_factory=dict)
    format: Literal["json", "toml"] = "json"
    one_command: bool = False
    note: str = ""


_RESTART = "restart it to have the server"
HOSTS = {
    host.name: host
    for host in (
        Host(
            "claude-code",
            "Claude Code",
            places.claude_code,
            "mcpServers",
            started={"type": "stdio"},
            asked={"type": "http"},
            note="it writes this file too: close it first",
        ),
        Host(
            "claude-desktop",
            "Claude Desktop",
            places.claude_desktop,
            "mcpServers",
            url="",
            note=_RESTART,
        ),
        Host("cursor", "Cursor", places.cursor, "mcpServers", started={"type": "stdio"}),
        Host(
            "vscode",
            "VS Code",
            places.vscode,
            "servers",
            started={"type": "stdio"},
            asked={"type": "http"},
        ),
        Host(
            "codex",
            "Codex",
            places.codex,
            "mcp_servers",
            headers="http_headers",
            format="toml",
            note=_RESTART,
        ),
        Host(
            "opencode",
            "opencode",
            places.opencode,
            "mcp",
            started={"type": "local"},
            asked={"type": "remote"},
            one_command=True,
            note=_RESTART,
        ),
        Host(
            "copilot-cli",
            "Copilot CLI",
            places.copilot_cli,
            "mcpServers",
            started={"type": "local"},
            asked={"type": "http"},
            first={"tools": ["*"]},
            note=_RESTART,
        ),
        Host(
            "gemini-cli",
            "Gemini CLI",
            places.gemini_cli,
            "mcpServers",
            url="httpUrl",
            note=_RESTART,
        ),
        Host("windsurf", "Windsurf", places.windsurf, "mcpServers", url="serverUrl"),
        Host("zed", "Zed", places.zed, "context_servers"),
    )
}


def entry_for(host: Host, server: Server) -> Entry:
    """Write what stands in the host's file about a server. Raises InvalidInputError."""
    match server:
        case Started():
            return _started(host, server)
        case Asked() if not host.url:
            raise InvalidInputError(
                f"{host.title} has no place in its file for a server at an address",
                hint="leave out --http: it starts the server itself",
                details={"host": host.name},
            )
        case Asked():
            return {**host.asked, host.url: server.url, host.headers: server.headers}
        case _:
            assert_never(server)


def stale_keys(server: Server) -> frozenset[str]:
    """Name the keys of the other kind of server: they would contradict this one."""
    return _OF_ASKED if isinstance(server, Started) else _OF_STARTED


def _started(host: Host, server: Started) -> Entry:
    if host.one_command:
        words: Entry = {"command": [server.program, *server.arguments]}
    else:
        words = {"command": server.program, "args": list(server.arguments)}
    environment = "environment" if host.one_command else _ENVIRONMENT
    given = {environment: dict(server.environment)} if server.environment else {}
    return {**host.started, **words, **given}
