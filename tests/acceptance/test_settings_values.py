"""Settings that cannot be used, by file and by variable, and where paths in them lead."""

from __future__ import annotations

import json

import pytest
from support.product import Product


@pytest.fixture
def product(tmp_path):
    return Product(tmp_path, {}, "")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[search\n", "line 1"),
        ("search = 5\n", "search"),
        ("schema_version = 0\n", "schema_version"),
        ("schema_version = 2\n", "schema_version"),
        ("[mcp]\nmax_result_tokens = 10\n", "mcp.max_result_tokens"),
        ('[mcp]\nmax_result_tokens = "many"\n', "mcp.max_result_tokens"),
        ("[search]\nsnippet_chars = 5\n", "search.snippet_chars"),
        ("[chunking]\noverlap_tokens = 240\ntarget_tokens = 100\n", "overlap_tokens"),
        ('[[sources]]\nroot = "a"\n[[sources]]\nroot = "b"\n', "same id"),
        ('[[sources]]\nid = "external"\nroot = "a"\n', "external"),
        ("[search]\ndepth = 50\n[search]\nrrf_k = 3\n", "search"),
        ("\x00", "line 1"),
    ],
)
def test_file_that_cannot_be_used_is_told_with_its_key_and_a_hint(product, text, told):
    product.config.write_text(text)

    ran = product.run("config", "show", "--json")

    assert (ran.returncode, ran.stdout) == (2, "")
    error = json.loads(ran.stderr)
    assert error["code"] == "config_invalid"
    assert told in error["message"] + json.dumps(error["details"])
    assert error["hint"]


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("KEBAB_MCP_MAX_RESULT_TOKENS", "10"),
        ("KEBAB_MCP_MAX_RESULT_TOKENS", "many"),
        ("KEBAB_SEARCH_DEFAULT_K", "0"),
        ("KEBAB_SEARCH_MODE", "magic"),
        ("KEBAB_POOL_WORKERS", "-1"),
    ],
)
def test_variable_that_cannot_be_used_is_told_by_its_name(product, variable, value):
    ran = product.run("list", "--json", env={variable: value})

    error = json.loads(ran.stderr)
    assert (ran.returncode, error["code"]) == (2, "config_invalid")
    assert variable in error["message"] + json.dumps(error["details"])


def test_paths_start_at_home_at_the_file_and_at_the_xdg_folders(product):
    file = product.write(
        "deep/kebab.toml", '[[sources]]\nroot = "~/a"\n[[sources]]\nid = "b"\nroot = "../b"\n'
    )

    report = product.read("config", "show", "--config", str(file))

    values = {row["key"]: row["value"] for row in report["settings"]}
    assert report["path"] == str(file)
    assert values["sources[0].root"] == str(product.folder / "a")
    assert values["sources[1].root"] == str(product.folder / "b")
    assert values["storage.data_dir"] == str(product.folder / "data" / "kebab")
    assert values["storage.state_dir"] == str(product.folder / "state" / "kebab")


def test_variable_beats_the_file_and_a_flag_beats_both(product):
    product.config.write_text("[pool]\nworkers = 2\n[search]\ndepth = 20\n")

    report = product.read("config", "show", "--workers", "3")

    rows = {row["key"]: (row["value"], row["origin"]) for row in report["settings"]}
    assert rows["pool.workers"] == (3, "flag")
    assert rows["search.depth"] == (20, "file")


def test_settings_put_right_serve_the_running_server(product):
    product.config.write_text("[search\n")
    with product.serve() as server:
        broken = server.call("list_docs")
        product.config.write_text('[storage]\ndata_dir = "nothing"\n')
        mended = server.call("list_docs")

    assert [json.loads(text)["code"] for text, _ in (broken, mended)] == [
        "config_invalid",
        "not_indexed",
    ]
