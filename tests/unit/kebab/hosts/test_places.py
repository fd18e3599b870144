"""Where hosts keep their files, on three systems."""

from __future__ import annotations

from pathlib import PurePosixPath, PureWindowsPath

import pytest

from kebab.hosts.catalogue import HOSTS
from kebab.hosts.places import Account

LINUX = Account("linux", PurePosixPath("/home/me"), {})
MAC = Account("darwin", PurePosixPath("/Users/me"), {})
WINDOWS = Account(
    "win32", PureWindowsPath("C:/Users/me"), {"APPDATA": "C:\\Users\\me\\AppData\\Roaming"}
)


@pytest.mark.parametrize(
    ("name", "linux", "mac", "windows"),
    [
        ("claude-code", ".claude.json", ".claude.json", ".claude.json"),
        (
            "claude-desktop",
            ".config/Claude/claude_desktop_config.json",
            "Library/Application Support/Claude/claude_desktop_config.json",
            "AppData/Roaming/Claude/claude_desktop_config.json",
        ),
        ("cursor", ".cursor/mcp.json", ".cursor/mcp.json", ".cursor/mcp.json"),
        (
            "vscode",
            ".config/Code/User/mcp.json",
            "Library/Application Support/Code/User/mcp.json",
            "AppData/Roaming/Code/User/mcp.json",
        ),
        ("codex", ".codex/config.toml", ".codex/config.toml", ".codex/config.toml"),
        (
            "opencode",
            ".config/opencode/opencode.json",
            ".config/opencode/opencode.json",
            ".config/opencode/opencode.json",
        ),
        (
            "copilot-cli",
            ".copilot/mcp-config.json",
            ".copilot/mcp-config.json",
            ".copilot/mcp-config.json",
        ),
        ("gemini-cli", ".gemini/settings.json", ".gemini/settings.json", ".gemini/settings.json"),
        ("windsurf", *(".codeium/windsurf/mcp_config.json",) * 3),
        (
            "zed",
            ".config/zed/settings.json",
            ".config/zed/settings.json",
            "AppData/Roaming/Zed/settings.json",
        ),
    ],
)
def test_file_lies_where_the_host_looks(name, linux, mac, windows):
    host = HOSTS[name]

    for account, place in ((LINUX, linux), (MAC, mac), (WINDOWS, windows)):
        assert host.places(account)[0] == account.home / place


@pytest.mark.parametrize(
    ("name", "variable", "place"),
    [
        ("claude-code", "CLAUDE_CONFIG_DIR", "/x/.claude.json"),
        ("codex", "CODEX_HOME", "/x/config.toml"),
        ("copilot-cli", "COPILOT_HOME", "/x/mcp-config.json"),
        ("opencode", "XDG_CONFIG_HOME", "/x/opencode/opencode.json"),
        ("vscode", "XDG_CONFIG_HOME", "/x/Code/User/mcp.json"),
        ("zed", "XDG_CONFIG_HOME", "/x/zed/settings.json"),
    ],
)
def test_variable_of_the_host_moves_its_file(name, variable, place):
    account = Account("linux", PurePosixPath("/home/me"), {variable: "/x"})

    assert HOSTS[name].places(account)[0] == PurePosixPath(place)
