"""Recognising `kebab mcp` without click."""

from __future__ import annotations

import pytest

from kebab.cli.serve import ServerPlan, plan_server


@pytest.mark.parametrize(
    ("arguments", "plan"),
    [
        ("mcp", ServerPlan()),
        ("mcp --config /x.toml", ServerPlan(config="/x.toml")),
        ("--config=/x.toml mcp --readonly", ServerPlan(config="/x.toml", readonly=True)),
        ("--workers 3 mcp --quiet", ServerPlan(workers=3)),
        ("--config mcp mcp", ServerPlan(config="mcp")),
        ("mcp --watch", ServerPlan(watch=True)),
    ],
)
def test_right_call_is_understood(arguments, plan):
    assert plan_server(arguments.split()) == plan


@pytest.mark.parametrize(
    "arguments",
    [
        "search mcp",
        "--config mcp",
        "mcp --help",
        "mcp mcp",
        "mcp --workers many",
        "mcp --config",
        "mcp --unknown",
        "mcp --http",
        "",
    ],
)
def test_everything_else_is_left_to_click(arguments):
    assert plan_server(arguments.split()) is None
