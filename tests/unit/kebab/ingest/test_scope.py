"""A run looks at the sources and paths it was asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from kebab.errors import InvalidInputError
from kebab.ingest.scope import IngestOptions, choose_scopes, place_of
from kebab.settings.model import SourceSettings


@pytest.fixture
def sources(tmp_path):
    (tmp_path / "a" / "inner").mkdir(parents=True)
    return (
        SourceSettings(id="a", root=tmp_path / "a"),
        SourceSettings(id="inner", root=tmp_path / "a" / "inner"),
    )


def test_no_wish_means_every_source_whole(sources):
    scopes = choose_scopes(sources, IngestOptions())

    assert [(scope.source.id, scope.only) for scope in scopes] == [("a", ()), ("inner", ())]


def test_path_belongs_to_the_source_with_the_deepest_root(sources, tmp_path):
    paths = (tmp_path / "a/inner/x.md", tmp_path / "a/inner", tmp_path / "a/y/../z.md")
    scopes = choose_scopes(sources, IngestOptions(paths=paths))

    assert [(scope.source.id, scope.only) for scope in scopes] == [
        ("a", ("z.md",)),
        ("inner", ("x.md", "")),
    ]


def test_root_with_a_name_that_starts_the_same_is_another_place(sources, tmp_path):
    assert place_of(tmp_path / "ab/x.md", sources) is None


def test_path_through_a_link_to_the_root_is_found(sources, tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "a")

    assert place_of(tmp_path / "link/x.md", sources).path == "x.md"


def test_unknown_source_names_the_nearest(sources):
    with pytest.raises(InvalidInputError) as caught:
        choose_scopes(sources, IngestOptions(sources=("iner",)))

    assert caught.value.details["did_you_mean"] == "inner"


def test_no_source_at_all_says_how_to_get_one():
    with pytest.raises(InvalidInputError, match="no source") as caught:
        choose_scopes((), IngestOptions(paths=(Path("x"),)))

    assert "kebab init" in caught.value.hint
