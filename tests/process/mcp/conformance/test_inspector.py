"""The inspector looks strictly at every tool's schema, and finds none that a host cannot read."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from kebab.mcp.tools.catalogue import all_tools

KEBAB = str(Path(sys.executable).with_name("kebab"))


@pytest.fixture
def inspect_strictly(suite_node, suites, tmp_path):
    def inspect(*command: str):
        program = suites["0.2"] / ".bin" / "mcp-inspector"
        words = ["--method", "tools/list", "--strict", "--format", "json"]
        return suite_node.run(
            [suite_node.program, str(program), "--cli", *command, *words],
            tmp_path,
            90,
            HOME=str(tmp_path),
        )

    return inspect


def test_strict_inspector_has_nothing_to_say(inspect_strictly, tmp_path):
    config = tmp_path / "kebab.toml"
    config.write_text('[storage]\ndata_dir = "data"\nstate_dir = "state"\n', "utf-8")

    ran = inspect_strictly(KEBAB, "mcp", "--profile", "all", "-e", f"KEBAB_CONFIG={config}")

    listed = json.loads(ran.stdout)["result"]["tools"]
    assert [tool["name"] for tool in listed] == [tool.name for tool in all_tools()]
    assert (ran.returncode, ran.stderr) == (0, "")


def test_strict_inspector_would_tell_of_a_schema_that_some_host_cannot_read(inspect_strictly):
    server = str(Path(__file__).with_name("suite_server.py"))

    ran = inspect_strictly(sys.executable, server, "stdio", "odd")

    assert ran.returncode != 0
    assert "odd_schema" in ran.stderr
