"""What each scope of `kebab reset` takes, in a base whose data lie in a folder of the user's."""

from __future__ import annotations

import shutil

import pytest
from support.product import SETTINGS, Product

FILES = {
    "notes/one.md": "# One\n\nThe zebra.\n",
    "notes/two.md": "# Two\n\nThe walrus.\n",
    "manual/three.md": "# Three\n\nThe heron.\n",
    "elsewhere/letter.md": "# Letter\n\nThe otter.\n",
    "base/mine.txt": "not kebab's",
    "base/views/mine.txt": "not kebab's",
}


@pytest.fixture(scope="module")
def original(tmp_path_factory):
    filled = Product(tmp_path_factory.mktemp("reset") / "home", FILES)
    for command in (["ingest"], ["ingest-file", "elsewhere/letter.md"]):
        assert filled.run(*command, "--quiet").returncode == 0
    shutil.copytree(filled.folder, filled.folder.with_name("copy"))
    return filled


@pytest.fixture
def base(original):
    """Give the base as it was filled, at the place where it was filled."""
    shutil.rmtree(original.folder)
    shutil.copytree(original.folder.with_name("copy"), original.folder)
    return original


def files(product):
    """Name every file that is not kebab's data."""
    return {
        name
        for path in product.folder.rglob("*")
        if path.is_file() and not path.is_relative_to(product.folder / "state")
        if not (name := path.relative_to(product.folder).as_posix()).startswith("base/catalog")
        and not name.startswith("base/views/shard-")
        and name != "base/ingest.lease"
    }


def holdings(product):
    schema = product.read("schema")["stats"]
    return schema["source_breakdown"], schema["vector_coverage"]


def test_data_reset_takes_the_data_and_nothing_of_the_users(base):
    before = files(base)

    report = base.read("reset", "--yes")

    assert report["scope"] == "data_only"
    assert all(path.startswith(str(base.folder / "base")) for path in report["removed_paths"])
    assert files(base) == before
    assert not list((base.folder / "base").glob("catalog*"))
    assert base.read("ingest", "--summary-only")["new"] == 3


def test_full_reset_also_takes_the_settings_and_the_logs(base):
    before = files(base)
    base.write("state/kebab.log", "")

    base.read("reset", "--all", "--yes")

    assert files(base) == before - {"kebab.toml"}
    assert list((base.folder / "state").glob("*.log")) == []


def test_settings_reset_keeps_the_data(base):
    report = base.read("reset", "--config-only", "--yes")
    base.config.write_text(SETTINGS)

    assert report["removed_paths"] == [str(base.config)]
    assert holdings(base) == ({"notes": 2, "manual": 1, "external": 1}, 1.0)


def test_vector_reset_keeps_the_words(base):
    report = base.read("reset", "--vector-only", "--yes")

    assert report["embedding_rows_truncated"] == 4
    assert holdings(base) == ({"notes": 2, "manual": 1, "external": 1}, 0.0)
    assert base.read("search", "otter", "--mode", "lexical")["hits"]


def test_orphans_reset_keeps_what_was_added_singly_and_other_sources(base):
    (base.folder / "notes/two.md").unlink()
    (base.folder / "elsewhere/letter.md").unlink()
    (base.folder / "manual").rename(base.folder / "unmounted")

    report = base.read("reset", "--orphans-only", "--yes")

    assert (report["orphans_purged"], report["purged_paths"]) == (1, ["two.md"])
    assert holdings(base)[0] == {"notes": 1, "manual": 1, "external": 1}
    assert base.read("search", "walrus", "--mode", "lexical")["hits"] == []


def test_orphans_reset_takes_a_source_that_is_configured_no_more(base):
    base.config.write_text(SETTINGS[: SETTINGS.rindex("[[sources]]")])

    report = base.read("reset", "--orphans-only", "--yes")

    assert report["purged_paths"] == ["three.md"]
    assert (base.folder / "manual/three.md").exists()
