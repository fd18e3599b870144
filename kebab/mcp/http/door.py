"""Where clients come in: the port, the certificate and the token, as the settings have them."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field

from kebab.mcp.http.address import Bound, bind, url_of
from kebab.mcp.http.bearer import FILE_NAME, Token, load_token
from kebab.mcp.http.certificate import load_certificate
from kebab.mcp.http.patience import Patience
from kebab.settings.model import HttpSettings, Settings

MCP_PATH = "/mcp"


@dataclass(frozen=True, slots=True)
class Door:
    """What clients find, and what they have to show."""

    bound: Bound
    token: Token
    tls: ssl.SSLContext | None
    settings: HttpSettings
    patience: Patience = field(default_factory=Patience)

    @property
    def url(self) -> str:
        """Name the server as clients need it."""
        return url_of(self.bound, MCP_PATH, secure=self.tls is not None)


def open_door(settings: Settings, *, allow_remote: bool) -> Door:
    """Take the port, as it is set. Raises SettingsError."""
    http = settings.http
    tls = load_certificate(http.tls_cert, http.tls_key)
    bound = bind(http.host, http.port, may_be_remote=allow_remote or tls is not None)
    token = load_token(http.token_file or settings.storage.state_dir / FILE_NAME)
    return Door(bound, token, tls, http)
