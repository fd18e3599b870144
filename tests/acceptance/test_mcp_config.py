"""`kebab mcp config`: what is printed starts a server, and what is written is found again."""

from __future__ import annotations

import json
import stat
import subprocess
import tomllib

import pytest

from kebab.hosts.catalogue import HOSTS

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "host", "version": "1"},
    },
}


def printed(machine, *words):
    ran = machine.run("mcp", "config", *words)
    assert ran.returncode == 0, ran.stderr
    return ran


def test_printed_registration_starts_a_server_for_a_host_that_hands_on_nothing(machine):
    machine.run("init", str(machine.home))
    entry = json.loads(printed(machine, "cursor", "--profile", "forms").stdout)["mcpServers"][
        "kebab"
    ]

    ran = subprocess.run(
        [entry["command"], *entry["args"]],
        input=json.dumps(HELLO) + "\n",
        env=entry["env"],
        cwd="/",
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )

    assert json.loads(ran.stdout.splitlines()[0])["result"]["serverInfo"]["name"] == "kebab"
    assert entry["args"][-5:] == ["mcp", "--config", str(machine.config), "--profile", "forms"]
    assert entry["env"]["XDG_DATA_HOME"] == machine.env["XDG_DATA_HOME"]
    assert entry["env"]["KEBAB_POOL_WORKERS"] == "1"


def test_every_host_gets_its_file_and_keeps_what_was_there(machine):
    machine.write(".config/zed/settings.json", '// mine\n{ "theme": "One", }\n')
    machine.write(".codex/config.toml", '# mine\nmodel = "o5"\n')
    machine.write(".config/opencode/opencode.jsonc", '{ /* mine */ "mcp": {} }')
    for name in HOSTS:
        first = json.loads(printed(machine, name, "--write", "--json").stdout)
        again = json.loads(printed(machine, name, "--write", "--json").stdout)
        assert (first["status"], again["status"]) == ("written", "unchanged")
        assert ("backup" in first) is (name in {"zed", "codex", "opencode"})
    zed = (machine.home / ".config/zed/settings.json").read_text()
    codex = (machine.home / ".codex/config.toml").read_text()

    assert zed.startswith('// mine\n{ "theme": "One",')
    assert codex.startswith("# mine\n")
    assert tomllib.loads(codex)["mcp_servers"]["kebab"]["args"][-1] == "mcp"
    assert "/* mine */" in (machine.home / ".config/opencode/opencode.jsonc").read_text()
    assert not (machine.home / ".config/opencode/opencode.json").exists()


def test_broken_file_is_left_alone(machine):
    file = machine.write(".cursor/mcp.json", '{"mcpServers": {')

    ran = machine.run("mcp", "config", "cursor", "--write")

    assert ran.returncode == 2
    assert f"{file} is not as Cursor has it" in ran.stderr
    assert [path.name for path in file.parent.iterdir()] == ["mcp.json"]
    assert file.read_text() == '{"mcpServers": {'


def test_address_and_token_go_into_a_file_that_only_its_owner_reads(machine):
    ran = printed(machine, "cursor", "--http", "--write", "--name", "work")
    file = machine.home / ".cursor/mcp.json"
    entry = json.loads(file.read_text())["mcpServers"]["work"]
    token = (machine.home / ".local/state/kebab/http.token").read_text().strip()

    assert entry["url"] == "http://127.0.0.1:7711/mcp"
    assert entry["headers"] == {"Authorization": f"Bearer {token}"}
    assert token not in ran.stdout + ran.stderr
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_secret_of_a_language_model_is_named_and_not_written(machine):
    machine.write(
        ".config/kebab/kebab.toml",
        '[llm]\nprovider = "openai"\nmodel = "m"\napi_key_env = "MY_KEY"\n'
        'base_url = "http://127.0.0.1:9/v1"\n',
    )
    ran = machine.run("mcp", "config", "zed", env={"MY_KEY": "open sesame"})

    assert "MY_KEY is a secret and is not written" in ran.stderr
    assert "open sesame" not in ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("mcp config emacs", "'emacs' is not one of"),
        ("mcp config", "Missing argument"),
        ("mcp confg cursor", "No such command 'confg'"),
        ("mcp config claude-desktop --http", "Claude Desktop has no place"),
        ("mcp config cursor --url http://x/mcp", "--url goes with --http"),
        ("mcp config cursor --http --watch", "--watch goes with a started server"),
        ("mcp --profile forms config cursor", "--profile belongs behind `config`"),
        ("mcp config cursor --name two_words", "is no name that every host takes"),
        ("mcp config cursor --profile nonsense", "nonsense"),
        ("mcp config cursor --config nowhere.toml", "nowhere.toml does not exist"),
    ],
)
def test_wrong_call_is_explained(machine, words, said):
    ran = machine.run(*words.split())

    assert ran.returncode == 2
    assert said in ran.stderr
    assert ran.stdout == ""
