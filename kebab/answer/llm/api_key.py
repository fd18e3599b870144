"""The key of a server: read from the variable that the settings name, shown nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kebab.answer.llm.server_errors import ServerErrors


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A key and its variable; both empty where the server wants none."""

    variable: str
    value: str = field(repr=False)

    def headers(self, errors: ServerErrors) -> dict[str, str]:
        """Give the header that carries the key; fail where there should be one and is none."""
        if not self.variable:
            return {}
        if not self.value:
            raise errors.unusable(
                f"needs a key, and the variable {self.variable} is not set",
                f"set {self.variable}, or leave [llm] api_key_env empty",
            )
        if not (self.value.isascii() and self.value.isprintable()):
            raise errors.unusable(
                f"cannot be given the key in {self.variable}: a header takes plain characters only",
                f"correct what {self.variable} holds",
            )
        return {"Authorization": f"Bearer {self.value}"}


def read_key(variable: str, env: Mapping[str, str]) -> ApiKey:
    """Read the key that the settings name."""
    return ApiKey(variable, env.get(variable, "").strip() if variable else "")
