"""A server in a host's file: put there once, beside what is there, and nowhere twice."""

from __future__ import annotations

import json
import tomllib

import pytest

from kebab.errors import InvalidInputError, SettingsError
from kebab.hosts.catalogue import HOSTS
from kebab.hosts.examples import CHECKOUT, example_files
from kebab.hosts.registration import register, snippet
from kebab.hosts.server import Asked, Started, check_name
from kebab.mcp.tools.catalogue import all_tools

STARTED = Started("/bin/kebab", ("mcp", "--config", "/k.toml"), {"XDG_DATA_HOME": "/d"})
ASKED = Asked("http://127.0.0.1:7711/mcp", "a-secret-token-of-ours")
OTHER = {"command": "other", "args": ["//", "#"]}
NAMES = sorted(HOSTS)


def read(host, text):
    return json.loads(text) if host.format == "json" else tomllib.loads(text)


def with_another(host):
    """Write a file with a comment and another server."""
    if host.format == "json":
        return f'{{\n  "{host.table}": {{\n    "other": {json.dumps(OTHER)}\n  }},\n  "x": 1\n}}\n'
    return f'# mine\nx = 1\n[{host.table}.other]\ncommand = "other"\nargs = ["//", "#"]\n'


def put_in(text, host, server=STARTED, name="kebab"):
    return register(text, host, name, server, where="the file")


@pytest.mark.parametrize("host", [HOSTS[name] for name in NAMES], ids=NAMES)
def test_another_server_is_untouched_and_twice_is_as_once(host):
    before = with_another(host)

    edited = put_in(before, host)

    tree = read(host, edited)
    assert tree["x"] == 1
    assert tree[host.table]["other"] == OTHER
    assert (
        tree[host.table]["kebab"]
        == read(host, snippet(host, "kebab", STARTED))[host.table]["kebab"]
    )
    assert put_in(edited, host) == edited
    assert put_in("", host) == snippet(host, "kebab", STARTED)
    assert put_in(put_in("\n", host), host) == put_in("", host)


@pytest.mark.parametrize("host", [h for h in HOSTS.values() if h.url], ids=lambda host: host.name)
def test_going_over_to_an_address_leaves_nothing_of_the_program(host):
    there = put_in(put_in(with_another(host), host), host, ASKED)
    entry = read(host, there)[host.table]["kebab"]

    assert entry[host.url] == ASKED.url
    assert entry[host.headers] == {"Authorization": f"Bearer {ASKED.token}"}
    assert not entry.keys() & {"command", "args", "env", "environment"}
    assert entry.get("type") not in {"stdio", "local"}
    back = put_in(there, host)
    assert read(host, back) == read(host, put_in(with_another(host), host))
    assert ASKED.token not in back


def test_what_a_person_added_stays():
    host = HOSTS["copilot-cli"]
    text = put_in("", host)
    tree = json.loads(text)
    tree["mcpServers"]["kebab"]["tools"] = ["search"]
    tree["mcpServers"]["kebab"]["env"]["MINE"] = "1"
    mine = json.dumps(tree, indent=2).replace('"MINE"', '// why\n "MINE"')

    edited = put_in(mine, host, Started("/bin/new", ("mcp",), {"XDG_DATA_HOME": "/e"}))

    assert "// why" in edited
    assert '"search"' in edited
    assert '"MINE": "1"' in edited
    assert '"/bin/new"' in edited
    assert '"/e"' in edited


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ["{", "[1", "= 5", '{"%s": 5}', "%s = 5"])
def test_broken_file_is_refused(name, text):
    host = HOSTS[name]

    with pytest.raises(SettingsError, match="left alone"):
        put_in(text.replace("%s", host.table), host)


def test_inline_table_of_servers_is_edited_or_refused_but_never_broken():
    host = HOSTS["codex"]
    text = 'mcp_servers = { other = { command = "x" } }\n'
    try:
        edited = put_in(text, host)
    except SettingsError:
        return
    assert tomllib.loads(edited)["mcp_servers"].keys() == {"other", "kebab"}


def test_host_without_addresses_says_so():
    with pytest.raises(InvalidInputError, match="Claude Desktop"):
        snippet(HOSTS["claude-desktop"], "kebab", ASKED)


def test_token_is_not_shown_where_a_server_is_printed():
    assert ASKED.token not in repr(ASKED)


@pytest.mark.parametrize("name", ["kebab", "k", "Work-2", "a" * 20])
def test_name_fits_every_host_together_with_every_tool(name):
    longest = max(len(tool.name) for tool in all_tools())

    assert check_name(name) == name
    assert len(name) + longest <= 60
    assert len(f"mcp__{name}__") + longest <= 64


@pytest.mark.parametrize("name", ["", "2", "a_b", "a b", "é", "a" * 21, "a.b", "-a", "a\n"])
def test_name_that_some_host_refuses_is_refused(name):
    with pytest.raises(InvalidInputError):
        check_name(name)


def test_examples_are_what_the_command_prints():
    found = {path.name: path.read_text("utf-8") for path in CHECKOUT.iterdir()}

    assert found == example_files()
