"""Two sources with a path in common: every pair of filters, and which document a name means."""

from __future__ import annotations

import itertools

import pytest

MODES = ["lexical", "vector", "hybrid"]
TWO_SOURCES = """
[[sources]]
id = "team"
root = "notes/team"
trust_level = "secondary"
source_type = "wiki"

[[sources]]
id = "mine"
root = "notes/mine"
"""
FILES = {
    "team/plan.md": "# Plan\n\nThe lantern plan of the team.\n",
    "team/api/auth.md": "---\ntags: [api, draft]\nlang: en\n---\n\nA lantern for logins.\n",
    "team/old.txt": "The lantern of last year.\n",
    "team/gen.md": "---\ntrust_level: generated\n---\n\n# Gen\n\nA lantern made by a machine.\n",
    "mine/plan.md": "# Plan\n\nMy own lantern plan.\n",
    "mine/ko.md": "---\ntags: [api]\nsource_type: diary\n---\n\n등불 lantern 이야기를 적어 둔다.\n",
}
FILTERS = {
    "tags": (["api"], {"team/api/auth.md", "mine/ko.md"}),
    "media": (["text"], {"team/old.txt"}),
    "lang": (["ko"], {"mine/ko.md"}),
    "path_glob": ("api/**", {"team/api/auth.md"}),
    "trust_min": ("primary", {"mine/plan.md", "mine/ko.md"}),
    "source": (["mine"], {"mine/plan.md", "mine/ko.md"}),
    "source_type": (["diary"], {"mine/ko.md"}),
}


@pytest.fixture(scope="module")
def two(open_shelf):
    shelf = open_shelf(FILES, workers=2, more_settings=TWO_SOURCES)
    assert shelf.ingest().new == len(FILES)
    return shelf


def names(response):
    return {f"{hit.source_id}/{hit.doc_path}" for hit in response.hits}


def test_text_with_the_same_origin_replaces_and_with_another_is_added(open_shelf):
    shelf = open_shelf({"a.md": "The heron waits.\n"})
    for content, uri in (("one osprey", "x:1"), ("two osprey", "x:1"), ("three osprey", "x:2")):
        _, is_error = shelf.tool("ingest_stdin", content=content, title="Note", source_uri=uri)
        assert not is_error
    shelf.ingest()

    snippets = sorted(hit.snippet for hit in shelf.search("osprey").hits)
    assert snippets == ["three osprey", "two osprey"]
    assert len(shelf.paths()) == 3


def test_path_of_two_sources_has_to_be_named_with_its_source(two):
    payload, is_error = two.tool("fetch", kind="doc", doc_id="plan.md")
    named, _ = two.tool("fetch", kind="doc", doc_id="mine:plan.md")

    assert is_error
    assert set(payload["details"]["valid"]) == {"team:plan.md", "mine:plan.md"}
    assert "My own" in named["text"]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", FILTERS)
def test_filter_lets_the_same_documents_pass_in_every_mode(two, name, mode):
    value, passing = FILTERS[name]

    assert names(two.search("lantern", mode, **{name: value})) == passing


@pytest.mark.parametrize("mode", MODES)
def test_two_filters_together_let_pass_what_passes_both(two, mode):
    for (first, (a, passing_a)), (second, (b, passing_b)) in itertools.combinations(
        FILTERS.items(), 2
    ):
        response = two.search("lantern", mode, **{first: a, second: b})
        assert names(response) == passing_a & passing_b, (first, second)
        assert response.hits or "filters" in response.hint
