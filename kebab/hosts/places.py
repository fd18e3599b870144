"""Where each host keeps its file of servers, on each operating system. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

MAC, WINDOWS = "darwin", "win32"


@dataclass(frozen=True, slots=True)
class Account:
    """A person's account on a machine. `system` is as `sys.platform` has it."""

    system: str
    home: PurePath
    env: Mapping[str, str]

    def folder(self, variable: str, *otherwise: str) -> PurePath:
        """Name the folder that a variable names, or one below home."""
        named = self.env.get(variable)
        return type(self.home)(named) if named else self.home.joinpath(*otherwise)

    def application_data(self) -> PurePath:
        """Name the folder in which programs with windows keep what is a person's."""
        if self.system == MAC:
            return self.home / "Library" / "Application Support"
        if self.system == WINDOWS:
            return self.folder("APPDATA", "AppData", "Roaming")
        return self.folder("XDG_CONFIG_HOME", ".config")


def claude_code(account: Account) -> tuple[PurePath, ...]:
    """Name the file of Claude Code's user scope."""
    return (account.folder("CLAUDE_CONFIG_DIR") / ".claude.json",)


def claude_desktop(account: Account) -> tuple[PurePath, ...]:
    """Name the file of Claude Desktop."""
    return (account.application_data() / "Claude" / "claude_desktop_config.json",)


def cursor(account: Account) -> tuple[PurePath, ...]:
    """Name the file of Cursor."""
    return (account.home / ".cursor" / "mcp.json",)


def vscode(account: Account) -> tuple[PurePath, ...]:
    """Name the file of VS Code's default profile."""
    return (account.application_data() / "Code" / "User" / "mcp.json",)


def codex(account: Account) -> tuple[PurePath, ...]:
    """Name the file of Codex."""
    return (account.folder("CODEX_HOME", ".codex") / "config.toml",)


def opencode(account: Account) -> tuple[PurePath, ...]:
    """Name the files of opencode: it reads either."""
    folder = account.folder("XDG_CONFIG_HOME", ".config") / "opencode"
    return (folder / "opencode.json", folder / "opencode.jsonc")


def copilot_cli(account: Account) -> tuple[PurePath, ...]:
    """Name the file of Copilot CLI."""
    return (account.folder("COPILOT_HOME", ".copilot") / "mcp-config.json",)


def gemini_cli(account: Account) -> tuple[PurePath, ...]:
    """Name the file of Gemini CLI."""
    return (account.home / ".gemini" / "settings.json",)


def windsurf(account: Account) -> tuple[PurePath, ...]:
    """Name the file of Windsurf."""
    return (account.home / ".codeium" / "windsurf" / "mcp_config.json",)


def zed(account: Account) -> tuple[PurePath, ...]:
    """Name the file of Zed: on macOS too it lies in ~/.config."""
    if account.system == WINDOWS:
        return (account.application_data() / "Zed" / "settings.json",)
    if account.system == MAC:
        return (account.home / ".config" / "zed" / "settings.json",)
    return (account.folder("XDG_CONFIG_HOME", ".config") / "zed" / "settings.json",)
