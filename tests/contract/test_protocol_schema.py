"""The witness that hears the tests' conversations tells a wrong message from a right one."""

from __future__ import annotations

import pytest
from support.protocol_schema import VERSION, Witness

MODERN = {VERSION: "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}
RIGHT = {"content": [{"type": "text", "text": "{}"}]}


def request(method="tools/call", **params):
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def answer(result, **more):
    return {"jsonrpc": "2.0", "id": 1, "result": result, **more}


def test_right_conversation_has_no_fault():
    witness = Witness()

    assert witness.hear_client(request(name="search", arguments={})) == ""
    assert witness.hear_server(answer(RIGHT)) == ""
    assert witness.hear_client(request(name="search", _meta=MODERN)) == ""
    assert witness.hear_server(answer({**RIGHT, "resultType": "complete"})) == ""
    assert witness.hear_client({"jsonrpc": "2.0", "method": "notifications/initialized"}) != ""


@pytest.mark.parametrize(
    "wrong",
    [
        answer({}),
        answer({"content": [{"type": "text"}]}),
        answer({"content": "text"}),
        answer(RIGHT, error={"code": 1, "message": "x"}),
        answer(RIGHT, extra=1),
        {"id": 1, "result": RIGHT},
        {"jsonrpc": "2.0", "id": 2, "result": RIGHT},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": "1", "message": "x"}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1}},
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": "1"}},
        {"jsonrpc": "2.0", "method": "notifications/nonsense"},
        {"jsonrpc": "2.0", "id": 9, "method": "sampling/createMessage", "params": {}},
    ],
)
def test_wrong_message_of_a_server_is_told(wrong):
    witness = Witness()
    witness.hear_client(request(name="search", arguments={}))

    assert witness.hear_server(wrong) != ""


def test_eras_have_schemas_of_their_own():
    witness = Witness()
    witness.hear_client(request(name="search", arguments={}, _meta=MODERN))

    assert witness.hear_server(answer(RIGHT)) != ""


@pytest.mark.parametrize("wrong", [request("tools/call"), request("tools/nonsense"), {"id": 1}])
def test_wrong_message_of_a_client_is_told(wrong):
    assert Witness().hear_client(wrong) != ""
