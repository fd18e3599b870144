"""Where the served knowledge base comes from: the settings, and the pool that they ask for."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from kebab.errors import SettingsError
from kebab.knowledge_base import KnowledgeBase
from kebab.logs import setup_file_log
from kebab.mcp.descriptors import send_noise_to
from kebab.mcp.first_look import named_profile
from kebab.mcp.profiles import load_profile
from kebab.mcp.serving import Plan
from kebab.mcp.tools.declaration import Base
from kebab.settings.load import load_settings
from kebab.settings.model import McpSettings, Settings

logger = logging.getLogger(__name__)


def plan_base(
    config: Path | None,
    workers: int | None,
    overrides: Mapping[str, Any],
    *,
    watch: bool = False,
    env: Mapping[str, str],
) -> Plan:
    """Plan how to open the configured base; `overrides` are what the command line said.

    A profile that does not exist ends the process: what may be called has to be known.

    Settings that cannot be used do not keep the server from starting: each tool answers with what
    is wrong, where the agent sees it, and works once the file has been put right.
    """
    readonly = bool(overrides.get("security.readonly"))

    def load() -> Settings:
        return load_settings(config, env, overrides).settings

    def open_base() -> AbstractAsyncContextManager[Base]:
        return KnowledgeBase(
            load(), workers=workers, readonly=readonly, stay_hot=True, confined=True
        )

    try:
        settings = load()
    except SettingsError as error:
        sys.stderr.write(f"kebab: {error}\n")
        name = named_profile(overrides.get("mcp.profile", ""), config, env)
        _refuse_unknown_profile(name)
        return Plan(open_base, McpSettings(profile=name), watch=watch)
    _refuse_unknown_profile(settings.mcp.profile)
    send_noise_to(setup_file_log(settings))
    if watch and settings.security.readonly:
        sys.stderr.write("kebab: read-only: --watch is left out\n")
    return Plan(open_base, settings.mcp, watch=watch and not settings.security.readonly)


def _refuse_unknown_profile(name: str) -> None:
    try:
        load_profile(name)
    except SettingsError as error:
        sys.stderr.write(f"kebab: {error}\nkebab: {error.hint}\n")
        raise SystemExit(error.exit_status) from error
