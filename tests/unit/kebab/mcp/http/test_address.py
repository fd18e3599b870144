"""Which addresses are this machine alone, and what is said where a port cannot be had."""

from __future__ import annotations

import asyncio
import socket

import pytest

from kebab.errors import SettingsError
from kebab.mcp.http.address import Bound, bind, is_loopback, url_of


@pytest.mark.parametrize(
    ("address", "claim"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("0.0.0.0", False),  # noqa: S104 - that is the point
        ("::", False),
        ("10.0.0.1", False),
        ("::ffff:10.0.0.1", False),
        ("localhost", False),
        ("", False),
    ],
)
def test_only_loopback_is_this_machine_alone(address, claim):
    assert is_loopback(address) is claim


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_free_port_is_taken_and_named(host):
    bound = bind(host, 0, may_be_remote=False)
    with bound.socket:
        assert url_of(bound, "/mcp", secure=False) == f"http://{host}:{bound.port}/mcp"
        with pytest.raises(SettingsError, match="taken"):
            bind(host, bound.port, may_be_remote=False)


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "10.255.255.254"])  # noqa: S104 - see above
def test_what_others_can_reach_is_refused_unless_it_may_be(host):
    with pytest.raises(SettingsError, match="other machines") as told:
        bind(host, 0, may_be_remote=False)
    assert "--allow-remote" in told.value.hint


def test_an_address_of_another_machine_cannot_be_had():
    with pytest.raises(SettingsError, match="not possible"):
        bind("192.0.2.1", 0, may_be_remote=True)


@pytest.mark.parametrize("host", ["no such host", "a" * 300, "\udcff", ""])
def test_what_is_no_address_is_told(host):
    with pytest.raises(SettingsError):
        bind(host, 0, may_be_remote=False)


def test_an_address_of_six_stands_in_brackets():
    with socket.socket() as unused:
        assert url_of(Bound(unused, "::1", 7), "/mcp", secure=True) == "https://[::1]:7/mcp"


def test_small_pieces_of_an_answer_are_not_held_back():
    async def accept():
        bound = bind("127.0.0.1", 0, may_be_remote=False)
        accepted = asyncio.get_running_loop().create_future()

        async def greet(_reader, writer):
            accepted.set_result(writer)

        async with await asyncio.start_server(greet, sock=bound.socket):
            _, client = await asyncio.open_connection("127.0.0.1", bound.port)
            writer = await accepted
            line = writer.get_extra_info("socket")
            without_delay = line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
            for one in (writer, client):
                one.close()
                await one.wait_closed()
        return without_delay

    assert asyncio.run(accept())
