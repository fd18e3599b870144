"""A profile is a boundary: what it does not list cannot be called; a wrong name serves nothing."""

from __future__ import annotations

import subprocess

import pytest
from support.hwp_desk import sit_down
from support.product import KEBAB, Product

BROKEN = "[search]\nfusion = 5\n"


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    with sit_down(tmp_path_factory.mktemp("forms"), "--profile", "행정서식") as one:
        yield one


def refusal(desk, tool, **arguments):
    return desk.end(desk.begin(tool, **arguments))["error"]


def listed(desk):
    return [tool["name"] for tool in desk.ask("tools/list")["result"]["tools"]]


def test_korean_name_serves_the_tools_of_the_profile(forms):
    assert "hwp_doc_save" in listed(forms)
    assert "search" not in listed(forms)


def test_tool_of_another_profile_is_refused_with_the_profiles_that_have_it(forms):
    error = refusal(forms, "hwp_digest", path=forms.path("a.hwpx"))
    details = error["data"]["details"]

    assert (error["code"], error["data"]["code"]) == (-32602, "unknown_tool")
    assert details["profile"] == "forms"
    assert {"report", "all"} <= set(details["profiles"])
    assert "forms" not in details["profiles"]
    assert "report" in error["data"]["hint"]


def test_misspelt_tool_is_answered_with_the_one_that_was_meant_and_a_call_of_it(forms):
    details = refusal(forms, "hwp_doc_fil_fields", docId="doc-1")["data"]["details"]

    assert details["did_you_mean"] == "hwp_doc_fill_fields"
    assert details["next_call"] == {
        "name": "hwp_doc_fill_fields",
        "arguments": {"docId": "<docId>", "data": "<data>"},
    }
    assert details["valid"] == listed(forms)


@pytest.mark.parametrize(
    ("settings", "env"),
    [("", {"KEBAB_MCP_PROFILE": "아카이브검색"}), ('[mcp]\nprofile = "아카이브검색"\n', {})],
    ids=["environment", "file"],
)
def test_korean_name_is_taken_from_the_environment_and_the_file(tmp_path, settings, env):
    with sit_down(tmp_path, "--workers", "1", settings=settings, **env) as desk:
        assert {"hwp_open", "hwp_doc_save"} & set(listed(desk)) == {"hwp_open"}


@pytest.mark.parametrize("place", ["flag", "environment", "file"])
@pytest.mark.parametrize("settings", ["", BROKEN], ids=["usable settings", "broken settings"])
def test_unknown_profile_ends_the_server_before_it_serves(tmp_path, place, settings):
    named = '[mcp]\nprofile = "froms"\n' if place == "file" else ""
    product = Product(tmp_path, {}, settings=f'[storage]\ndata_dir = "base"\n{settings}{named}')
    words = ["--profile", "froms"] if place == "flag" else []
    env = {"KEBAB_MCP_PROFILE": "froms"} if place == "environment" else {}

    ran = subprocess.run(
        [*KEBAB, "mcp", *words],
        input='{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}\n',
        env=product.env | env,
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )

    assert ran.returncode == 2
    assert '"tools"' not in ran.stdout
    assert "forms" in ran.stderr
    assert "knowledge" in ran.stderr


def test_profile_holds_where_the_other_settings_cannot_be_used(tmp_path):
    with sit_down(tmp_path, "--profile", "forms", settings=BROKEN) as desk:
        assert "hwp_doc_save" in listed(desk)
        assert desk.code("hwp_list") == "config_invalid"
