"""Lines in and out."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp_types import JSONRPCResponse

from kebab.mcp.messages import UnusableLineError, parse_line, render_message


@given(st.binary(max_size=200).filter(lambda line: not line.startswith(b"{")))
def test_bytes_that_are_no_message_have_an_answer(line):
    with pytest.raises(UnusableLineError) as caught:
        parse_line(line)

    reply = caught.value.reply
    assert json.loads(reply)["error"]["code"] in {-32700, -32600}
    assert reply.count(b"\n") == 1


@given(st.text(alphabet=st.characters(), max_size=50))
def test_any_text_goes_out_as_one_line_of_utf8(text):
    line = render_message(JSONRPCResponse(jsonrpc="2.0", id=1, result={"text": text}))

    assert line.count(b"\n") == 1
    expected = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    assert json.loads(line.decode())["result"]["text"] == expected
