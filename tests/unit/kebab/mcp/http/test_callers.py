"""By which names a server may be called, and which pages may ask."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kebab.mcp.http.callers import Callers

NONE = Callers.of([], [])
SOME = Callers.of(["KB.example", "other.example:8443"], ["https://App.example/"])


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("localhost", "127.0.0.1"),
        ("localhost:7711", "127.0.0.1"),
        ("LocalHost:1", "127.0.0.1"),
        ("127.0.0.1", "127.0.0.1"),
        ("[::1]:7711", "::1"),
        ("192.168.1.5:7711", "192.168.1.5"),
        ("[fe80::1]:7711", "fe80::1"),
    ],
)
def test_names_of_this_machine_and_the_address_that_was_used_are_known(host, local):
    assert NONE.know_host(host, local)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "localhost.evil.example",
        "evil.example:127.0.0.1",
        "localhost:7711:7711",
        "localhost@evil.example",
        "evil.example#localhost",
        "192.168.1.5",
        "[::1",
        "::1",
        "127.0.0.1\n",
    ],
)
def test_other_names_are_not(host):
    assert not NONE.know_host(host, "127.0.0.1")


def test_allowed_names_are_known_with_the_port_they_were_allowed_with():
    assert SOME.know_host("kb.example", "10.0.0.1")
    assert SOME.know_host("kb.EXAMPLE:99", "10.0.0.1")
    assert SOME.know_host("other.example:8443", "10.0.0.1")
    assert not SOME.know_host("other.example:1", "10.0.0.1")


def test_pages_of_this_machine_and_allowed_ones_may_ask():
    assert NONE.know_origin("http://localhost:3000")
    assert NONE.know_origin("https://[::1]")
    assert SOME.know_origin("https://app.example")
    assert not SOME.know_origin("https://app.example:444")
    assert not SOME.know_origin("http://app.example")
    assert not NONE.know_origin("ftp://localhost")
    assert not NONE.know_origin("http://localhost/path")


@given(st.text(max_size=40))
def test_no_odd_text_is_a_known_host_or_page(text):
    known = {"localhost", "127.0.0.1", "[::1]"}
    if NONE.know_host(text, "127.0.0.1"):
        assert text.lower().rpartition(":")[0] in known or text.lower() in known
    if NONE.know_origin(text):
        assert text.lower().startswith(("http://", "https://"))


@given(st.sampled_from(["localhost", "127.0.0.1", "[::1]"]), st.text(min_size=1, max_size=10))
def test_nothing_may_stand_around_a_known_name(name, text):
    for host in (f"{text}.{name}", f"{name}.{text}", f"{text}@{name}", f"{name}/{text}"):
        assert not NONE.know_host(host, "127.0.0.1")
        assert not NONE.know_origin(f"http://{host}")
