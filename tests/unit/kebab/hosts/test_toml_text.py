"""Editing TOML: comments, order and blanks stay."""

from __future__ import annotations

import pytest

from kebab.hosts.toml_text import drop, parse, put

CONFIG = """\
# mine
model = "o5"   # the good one

[mcp_servers.other]  # keep
command = "x"
args = ["-y",   "z"]

[tui]
theme = "dark"
"""
PATH = ("mcp_servers", "kebab")


def test_new_table_leaves_everything_else_as_it_was():
    edited = put(CONFIG, PATH, {"command": "k", "env": {"A": "1"}})

    for line in CONFIG.splitlines():
        assert line in edited.splitlines()
    assert parse(edited)["mcp_servers"]["kebab"] == {"command": "k", "env": {"A": "1"}}
    assert put(edited, PATH, {"command": "k", "env": {"A": "1"}}) == edited


def test_value_is_taken_out_and_the_rest_stays():
    assert drop(CONFIG, ("mcp_servers", "other", "command")) == CONFIG.replace(
        'command = "x"\n', ""
    )
    assert drop(CONFIG, ("mcp_servers", "nobody", "command")) == CONFIG


def test_line_ends_are_the_files_own():
    edited = put(CONFIG.replace("\n", "\r\n"), PATH, {"command": "k"})

    assert edited.count("\n") == edited.count("\r\n")


@pytest.mark.parametrize("text", ["[", "a = ", "mcp_servers = 5"])
def test_what_cannot_hold_a_server_is_refused(text):
    with pytest.raises(ValueError):  # noqa: PT011 - tomlkit's own words or ours
        put(text, PATH, {"command": "k"})
