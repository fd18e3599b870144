"""What the server says of itself before any work is done. Stdlib only, for the fast start."""

from __future__ import annotations

from typing import Any, Final

from kebab import __version__

NAME: Final = "kebab"
TITLE: Final = "kebab knowledge base"
CAPABILITIES: Final[dict[str, Any]] = {
    "resources": {"subscribe": False, "listChanged": False},
    "tools": {"listChanged": False},
}
# The versions that begin with `initialize`, oldest first; later ones have no handshake.
HANDSHAKE_VERSIONS: Final = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
# The one without, which begins with `server/discover`.
MODERN_VERSION: Final = "2026-07-28"


def negotiate(asked: object) -> str:
    """Choose the version to speak: the one asked for, or else the newest with a handshake."""
    return (
        asked if isinstance(asked, str) and asked in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[-1]
    )


def initialize_result(version: str, instructions: str) -> dict[str, Any]:
    """Build the result of `initialize`, the same as the real server's."""
    return {
        "protocolVersion": version,
        "capabilities": CAPABILITIES,
        # The title is younger than some versions, and the real server sends it in all.
        "serverInfo": {"name": NAME, "title": TITLE, "version": __version__},
        "instructions": instructions,
    }


def discover_result(instructions: str) -> dict[str, Any]:
    """Build the result of `server/discover`, the same as the real server's."""
    return {
        "supportedVersions": [MODERN_VERSION],
        "capabilities": CAPABILITIES,
        "instructions": instructions,
        "resultType": "complete",
        "cacheScope": "private",
        "ttlMs": 0,
        "_meta": {
            "io.modelcontextprotocol/serverInfo": {
                "name": NAME,
                "title": TITLE,
                "version": __version__,
            }
        },
    }
