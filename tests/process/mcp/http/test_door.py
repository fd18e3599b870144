"""Who is let in: the token, the names a server is called by, web pages, sizes, and how often."""

from __future__ import annotations

import httpx2
import pytest
from support.http_host import request

PING = request(1, "ping", {})
PLAIN = ("/mcp", "/readyz", "/metrics", "/", "/docs", "/mcp/../healthz")


@pytest.mark.parametrize("path", PLAIN)
@pytest.mark.parametrize(
    "shown",
    [
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        "bearer \udcff",
        "Basic {token}",
        "{token}",
        "Bearer {token}x",
        "Bearer {token}, Bearer {token}",
    ],
)
def test_without_the_token_nothing_is_told(site, path, shown):
    header = f"authorization: {shown.format(token=site.token)}\r\n" if shown else ""
    head = f"GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{header}\r\n"
    status, _, rest = site.exchange(head.encode("utf-8", "surrogateescape")).partition(b"\r\n")

    assert status == b"HTTP/1.1 401 Unauthorized"
    assert b'www-authenticate: Bearer realm="kebab"' in rest
    assert b"kebab mcp" not in rest


def test_two_tokens_are_none(site):
    header = f"authorization: Bearer {site.token}\r\n" * 2
    head = f"GET /readyz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{header}\r\n"

    assert site.exchange(head.encode()).startswith(b"HTTP/1.1 401")


def test_life_is_told_to_everybody_and_nothing_else(site):
    answer = site.get("/healthz", accept="*/*")

    assert (answer.status_code, answer.text) == (200, "alive\n")
    assert "server" not in answer.headers


@pytest.mark.parametrize("path", ["/healthz", "/mcp", "/metrics"])
@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost@evil.example", "", "a b", "[::1"]
)
def test_a_strange_name_of_the_server_is_refused(site, path, host):
    head = (
        f"GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n"
        f"authorization: Bearer {site.token}\r\n\r\n"
    )

    assert site.exchange(head.encode()).split()[1] in {b"421", b"400"}


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "127.0.0.1:80", "[::1]:7711"])
def test_every_name_of_this_machine_is_known(site, host):
    assert site.post(PING, host=host).status_code == 200


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://evil.example", 403),
        ("null", 403),
        ("http://localhost.evil.example", 403),
        ("http://localhost@evil.example", 403),
        ("file://", 403),
        ("http://localhost:6274", 200),
        ("https://127.0.0.1", 200),
    ],
)
def test_only_pages_of_this_machine_may_ask(site, origin, status):
    assert site.post(PING, origin=origin).status_code == status
    if status == 403:
        assert site.get("/healthz", origin=origin).status_code == status


def test_more_names_and_pages_can_be_allowed(start_site):
    http = {"allowed_hosts": ["kb.example"], "allowed_origins": ["https://app.example"]}
    with start_site(**http) as site:
        assert site.post(PING, host="kb.example").status_code == 200
        assert site.post(PING, host="kb.example.org").status_code == 421
        assert site.post(PING, origin="https://app.example").status_code == 200
        assert site.post(PING, origin="http://app.example").status_code == 403
        asked = {"access-control-request-method": "POST", "origin": "https://app.example"}
        asked["access-control-request-headers"] = "authorization, content-type"
        answer = httpx2.options(site.url, headers=asked, trust_env=False)
        assert answer.status_code == 200
        assert answer.headers["access-control-allow-origin"] == "https://app.example"
        asked["origin"] = "https://evil.example"
        answer = httpx2.options(site.url, headers=asked, trust_env=False)
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"\xff\xfe", 400),
        (b"[" * 100_000, 400),
        (b'{"a":' * 100_000, 400),
        (b'{"jsonrpc":"2.0","id":1,"method":"x\\ud800"}', 400),
        (b'{"jsonrpc":"2.0","id":' + b"9" * 100_000 + b',"method":"ping"}', 400),
    ],
)
def test_garbage_is_refused_and_the_next_request_answered(site, body, status):
    assert site.post(body).status_code == status
    assert site.post(body, mcp_protocol_version="2026-07-28").status_code == status
    assert site.post(PING).status_code == 200


@pytest.mark.parametrize(
    "noise",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 100,
        b"GET / HTTP/1.1\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: -1\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n",
        b"POST /mcp HTTP/1.1\r\nhost: localhost\r\nhost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nhost: localhost\r\nx: " + b"a" * 100_000,
        b"a" * 100_000,
    ],
)
def test_what_is_no_http_is_answered_with_400_and_hung_up_on(site, noise):
    answer = site.exchange(noise)

    assert answer == b"" or answer.startswith(b"HTTP/1.1 400")
    assert site.post(PING).status_code == 200


def test_a_method_that_is_not_served_is_refused(site):
    headers = {"authorization": f"Bearer {site.token}", "accept": "text/event-stream"}

    assert site.get("/mcp", **headers).headers["allow"] == "POST"
    assert site.get("/nothing", **headers).status_code == 404


def test_a_large_body_is_refused_before_and_while_it_comes(start_site):
    with start_site(max_body_mb=1) as site:
        declared = site.post(b" " * (2 << 20))
        head = (
            f"POST /mcp HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {site.token}\r\n"
            "content-type: application/json\r\ntransfer-encoding: chunked\r\n"
            "connection: close\r\n\r\n"
        )
        with site.connect() as line:
            line.sendall(head.encode() + b"110000\r\n" + b" " * 0x110000)
            undeclared = line.recv(100)

        assert declared.status_code == 413
        assert undeclared.startswith(b"HTTP/1.1 413")
        assert site.call("search", query="x" * 500_000)["isError"] is True
        assert site.call("search", query="x")["content"]


def test_who_asks_too_often_is_told_when_to_come_back(start_site):
    with start_site(rate_per_minute=5) as site:
        statuses = [site.post(PING).status_code for _ in range(6)]
        late = site.post(PING)

        assert statuses == [200] * 5 + [429]
        assert 1 <= int(late.headers["retry-after"]) <= 12
        # the wrong token takes nothing from the right one, and life is always told
        assert site.post(PING, authorization="Bearer no").status_code == 401
        assert site.get("/healthz").status_code == 200


def test_one_session_too_many_is_told_so_and_the_others_go_on(start_site):
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "h"}}
    hello["clientInfo"]["version"] = "1"
    with start_site(max_sessions=2) as site:
        first, second, third = (site.post(request(1, "initialize", hello)) for _ in range(3))
        session = first.headers["mcp-session-id"]

        assert second.headers["mcp-session-id"] != session
        assert third.status_code == 429
        assert third.headers["retry-after"] == "60"
        assert site.post(PING, mcp_session_id=session).status_code == 200
        assert site.post(PING, mcp_session_id="unknown").status_code == 404


def test_what_is_turned_away_is_counted(site):
    site.post(PING, authorization="Bearer no")

    assert 'kebab_http_refused_total{status="401"}' in site.get("/metrics").text
