"""Holds every message of a conversation against the protocol's schema of the version it is in.

The schemas are those that `mcp_types` was generated from, one for each era. What the server says is
taken as it came off the wire, so what kebab writes itself is seen too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mcp_types import methods
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

Message = Mapping[str, Any]
VERSION = "io.modelcontextprotocol/protocolVersion"
LATEST_HANDSHAKE = "2025-11-25"
_ANSWERS = {"result", "error"}
_ERROR_FIELDS = {"code", "message", "data"}


class Witness:
    """Hears both sides of one conversation; each method tells what is wrong with a message."""

    def __init__(self) -> None:
        self._version = LATEST_HANDSHAKE
        self._asked: dict[Any, tuple[str, str]] = {}
        self._asked_by_server: dict[Any, tuple[str, str]] = {}

    def hear_client(self, message: Message) -> str:
        """Hear what a client says."""
        if "method" not in message:
            return self._answer(message, self._asked_by_server, methods.validate_client_result)
        version = self._version_of(message)
        if "id" not in message:
            return _judge(methods.validate_client_notification, message, version)
        self._asked[message["id"]] = (message["method"], version)
        return _judge(methods.validate_client_request, message, version)

    def expects(self, message: Message) -> bool:
        """Tell if it is an answer to something that was heard, or no answer at all."""
        return "method" in message or message.get("id") in self._asked

    def hear_server(self, message: Message) -> str:
        """Hear what the server says."""
        if "method" not in message:
            return self._answer(message, self._asked, methods.validate_server_result)
        if "id" not in message:
            return _judge(methods.parse_server_notification, message, self._version)
        self._asked_by_server[message["id"]] = (message["method"], self._version)
        return _judge(methods.parse_server_request, message, self._version)

    def _version_of(self, message: Message) -> str:
        meta = (message.get("params") or {}).get("_meta") or {}
        named = meta.get(VERSION)
        if named in MODERN_PROTOCOL_VERSIONS:
            self._version = named
        return self._version

    def _answer(self, message: Message, asked: dict[Any, Any], validate: Any) -> str:
        if message.get("jsonrpc") != "2.0" or len(message.keys() & _ANSWERS) != 1:
            return f"no answer of JSON-RPC: {message}"
        if message.keys() - {"jsonrpc", "id", *_ANSWERS}:
            return f"an answer with more than JSON-RPC has: {sorted(message)}"
        method, version = asked.pop(message.get("id"), ("", self._version))
        if "error" in message:
            return _judge_error(message["error"])
        if not method:
            return f"an answer to nothing: {message.get('id')!r}"
        if method == "initialize":
            version = self._version = message["result"].get("protocolVersion", version)
        try:
            validate(method, version, message["result"])
        except (ValidationError, KeyError, ValueError) as fault:
            return f"result of {method} in {version}: {fault}"
        return ""


def _judge(validate: Any, message: Message, version: str) -> str:
    if message.get("jsonrpc") != "2.0" or message.keys() - {"jsonrpc", "id", "method", "params"}:
        return f"no message of JSON-RPC: {message}"
    try:
        validate(message["method"], version, message.get("params"))
    except (ValidationError, KeyError, ValueError) as fault:
        return f"{message['method']} in {version}: {fault}"
    return ""


def _judge_error(error: Any) -> str:
    right = (
        isinstance(error, dict)
        and not error.keys() - _ERROR_FIELDS
        and isinstance(error.get("code"), int)
        and isinstance(error.get("message"), str)
    )
    return "" if right else f"no error of JSON-RPC: {error}"
