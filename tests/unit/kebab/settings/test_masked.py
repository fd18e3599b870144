"""What is shown of settings holds no secret."""

from __future__ import annotations

import pytest

from kebab.settings.masked import masked


@pytest.mark.parametrize(
    ("key", "text", "shown"),
    [
        ("llm.base_url", "http://127.0.0.1:1/v1", "http://127.0.0.1:1/v1"),
        ("llm.base_url", "https://ann:pw@host/v1?a=b@c", "https://***@host/v1?a=b@c"),
        ("x.list", "socks5://token@host", "socks5://***@host"),
        ("http.token", "abc", "***"),
        ("http.token", "", ""),
        ("llm.api_key", "sk-1", "***"),
        ("llm.api_key_env", "MY_KEY", "MY_KEY"),
        ("http.token_file", "/a/token", "/a/token"),
        ("ask.max_tokens", "5", "5"),
        ("sources[0].root", "/home/a@b/notes", "/home/a@b/notes"),
    ],
)
def test_users_in_addresses_keys_and_tokens_are_masked(key, text, shown):
    assert masked(key, text) == shown
