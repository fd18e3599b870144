"""Addresses of servers."""

from __future__ import annotations

import pytest

from kebab.settings.address import check_address, is_loopback


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1:11434", "https://models.example/v1", "http://[::1]:8080/v1", "http://box"],
)
def test_plain_addresses_are_kept(url):
    check_address(url)


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("localhost:11434", "http://"),
        ("ftp://models.example", "http://"),
        ("http://", "name a server"),
        ("http://a:b", "not an address"),
        ("http://[::1", "not an address"),
        ("http://me:sk-1@models.example", "api_key_env"),
        ("http://sk-1@models.example", "api_key_env"),
        ("http://models.example/v1?key=sk-1", "after"),
        ("http://models.example/v1#a", "after"),
    ],
)
def test_what_cannot_be_used_or_would_show_a_secret_is_refused(url, words):
    with pytest.raises(ValueError, match=words) as caught:
        check_address(url)

    assert "sk-1" not in str(caught.value)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.8.8.8", "localhost", "LOCALHOST", "models.localhost", "[::1]"]
)
def test_this_machine_is_known(host):
    assert is_loopback(f"http://{host}:11434/v1")


@pytest.mark.parametrize(
    "host", ["10.0.0.1", "localhost.example", "models.example", "[fe80::1]", "127.0.0.1.example"]
)
def test_other_machines_are_not_this_one(host):
    assert not is_loopback(f"http://{host}/v1")
