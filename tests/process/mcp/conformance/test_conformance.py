"""The protocol's official suites, over HTTP and over stdin and stdout, in both eras."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

EXPECTED = yaml.safe_load(Path(__file__).with_name("expected.yml").read_text("utf-8"))
HANDSHAKE = ("--suite", "all", "--spec-version", "2025-11-25")
LIMIT_S = 220
MODERN = ("--requirements", "2026-07-28")


@pytest.fixture
def run_suite(suite_node, suites, tmp_path):
    def run(version: str, url: str, words: tuple[str, ...], *eras: str) -> int:
        """Run a suite against its baseline; return how many checks passed."""
        baseline = tmp_path / "baseline.yml"
        failing = sorted(name for era in eras for name in EXPECTED[era])
        baseline.write_text(yaml.safe_dump({"server": failing}), "utf-8")
        program = suites[version] / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
        ran = suite_node.run(
            [
                *(suite_node.program, str(program), "server", "--url", url, *words),
                *("--expected-failures", str(baseline), "-o", str(tmp_path / "checks")),
            ],
            tmp_path,
            LIMIT_S,
        )
        assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-1000:]
        return int(re.search(r"Total: (\d+) passed", ran.stdout)[1])

    return run


def test_first_suite_passes_over_http(run_suite, site_with_sessions):
    assert run_suite("0.1", site_with_sessions, ("--suite", "all"), "handshake") >= 24


def test_second_suite_passes_over_http_with_a_handshake(run_suite, site_with_sessions):
    assert run_suite("0.2", site_with_sessions, HANDSHAKE, "handshake") >= 61


def test_second_suite_passes_over_http_without_one(run_suite, site):
    assert run_suite("0.2", site, MODERN, "modern") >= 124


@pytest.mark.timeout(240)  # each of its scenarios starts a server
def test_second_suite_passes_over_stdio_with_a_handshake(run_suite, bridge):
    assert run_suite("0.2", bridge, HANDSHAKE, "handshake") >= 61


def test_second_suite_passes_over_stdio_without_one(run_suite, bridge):
    assert run_suite("0.2", bridge, MODERN, "modern", "bridge") >= 100


def test_every_scenario_that_does_not_apply_says_why():
    assert EXPECTED.keys() == {"handshake", "modern", "bridge"}
    for scenarios in EXPECTED.values():
        assert list(scenarios) == sorted(scenarios)
        assert all(len(why) > 20 for why in scenarios.values())
