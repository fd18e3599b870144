"""Puts a server into the text of a host's file, and touches nothing else of it. Pure."""

from __future__ import annotations

import copy
import json
from types import ModuleType
from typing import Any

from kebab.errors import SettingsError
from kebab.hosts import json_text, toml_text
from kebab.hosts.catalogue import Entry, Host, entry_for, stale_keys
from kebab.hosts.server import Server


def snippet(host: Host, name: str, server: Server) -> str:
    """Write a file that holds nothing but the server."""
    tree = {host.table: {name: {**entry_for(host, server), **host.first}}}
    if host.format == "json":
        return json.dumps(tree, ensure_ascii=False, indent=2) + "\n"
    return _set_all("", toml_text, (host.table, name), tree[host.table][name])


def register(text: str, host: Host, name: str, server: Server, *, where: str) -> str:
    """Put the server into a file's text; an empty one is begun. Raises SettingsError.

    What a person added to an earlier registration stays, and so do its comments.
    """
    entry = entry_for(host, server)
    if not text.strip():
        return snippet(host, name, server)
    editor: ModuleType = json_text if host.format == "json" else toml_text
    try:
        before = editor.parse(text)
        held = _servers(before, host).get(name)
        if not isinstance(held, dict):
            entry = {**entry, **host.first}
        edited = _set_all(text, editor, (host.table, name), entry)
        for key in sorted(stale_keys(server) - entry.keys()):
            edited = editor.drop(edited, (host.table, name, key))
        kept = editor.parse(edited) == _expected(before, host, name, server, entry)
    except ValueError as cause:
        raise _refused(where, f"is not as {host.title} has it: {cause}") from cause
    if not kept:
        raise _refused(where, "is written in a way that cannot be edited safely")
    return edited


def _servers(tree: Any, host: Host) -> dict[str, Any]:
    if not isinstance(tree, dict):
        raise json_text.NotAnObjectError("it holds no object")
    servers = tree.get(host.table, {})
    if not isinstance(servers, dict):
        raise json_text.NotAnObjectError(f"{host.table} holds no object")
    return servers


def _set_all(text: str, editor: ModuleType, path: tuple[str, ...], entry: Entry) -> str:
    """Set value by value, so that what stands between them stays; a new entry at once."""
    tree = editor.parse(text) if text.strip() else {}
    for name in path:
        tree = tree.get(name) if isinstance(tree, dict) else None
    if not isinstance(tree, dict):
        return str(editor.put(text, path, entry))
    for key, value in entry.items():
        if isinstance(value, dict) and isinstance(tree.get(key), dict):
            text = _set_all(text, editor, (*path, key), value)
        else:
            text = editor.put(text, (*path, key), value)
    return text


def _expected(tree: Any, host: Host, name: str, server: Server, entry: Entry) -> Any:
    """Say what the file has to hold afterwards."""
    tree = copy.deepcopy(tree)
    servers = tree.setdefault(host.table, {})
    held = servers.get(name)
    kept = held if isinstance(held, dict) else {}
    fresh = {key: value for key, value in kept.items() if key not in stale_keys(server)}
    for key, value in entry.items():
        old = fresh.get(key)
        before = old if isinstance(value, dict) and isinstance(old, dict) else {}
        fresh[key] = {**before, **value} if isinstance(value, dict) else value
    servers[name] = fresh
    return tree


def _refused(where: str, why: str) -> SettingsError:
    return SettingsError(
        f"{where} {why}; it was left alone",
        hint="mend the file, or paste what the command prints without --write",
        details={"path": where},
    )
