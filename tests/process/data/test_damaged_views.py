"""A view that was damaged in any way costs time: it is made again from the catalog by itself."""

from __future__ import annotations

import shutil

import pytest
import tantivy
from support.damaged import (
    LARGE,
    ask,
    copy_base,
    delete,
    empty,
    file_for_folder,
    flip,
    folder_for_file,
    ingest,
    lose,
    make_base,
    only,
    rebuilds,
    truncate,
    vectors_made,
    views,
)

from workers.shard import lexical

SEGMENT = ("term", "idx", "pos", "fieldnorm", "fast", "store", "del")
FILES = ("vectors/graph-*", "vectors/rows-*", "vectors/vectors-*", "vectors/manifest.json")
FILES += ("lexical/meta.json", "lexical/.managed.json", *(f"lexical/*.{kind}" for kind in SEGMENT))
# Without these there is nothing that could be thrown away: the view is filled anew. Tantivy makes
# its list of files again.
UNCOUNTED = {(delete, "vectors/manifest.json"), (delete, "lexical/meta.json")}
UNCOUNTED |= {(delete, "lexical/.managed.json")}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Make a base, and remember what it answers."""
    product = make_base(tmp_path_factory.mktemp("whole"))
    answers, report = ask(product)
    assert rebuilds(report) == {}
    assert all(answers)
    return product, answers, vectors_made(product)


@pytest.fixture
def damaged(whole, tmp_path):
    return copy_base(whole[0], tmp_path / "copy")


def assert_whole(product, whole, expected_rebuilds):
    answers, report = ask(product)

    assert answers == whole[1]
    assert rebuilds(report) == expected_rebuilds
    assert {check.name for check in report.checks if not check.ok} == set()
    assert vectors_made(product) == whole[2]


def assert_stays_whole(product, whole):
    answers, report = ask(product)

    assert (answers, rebuilds(report)) == (whole[1], {})


# Two damages a file, in turn: each kind of damage meets half of the files.
DAMAGED = [
    (damage, pattern)
    for number, pattern in enumerate(FILES)
    for place, damage in enumerate((truncate, empty, delete, folder_for_file))
    if (number + place) % 2 == 0
]


@pytest.mark.parametrize(("damage", "pattern"), DAMAGED)
def test_a_damaged_file_is_made_again(damaged, whole, damage, pattern):
    damage(only(views(damaged), pattern))

    assert_whole(damaged, whole, {} if (damage, pattern) in UNCOUNTED else {LARGE: 1})


@pytest.mark.parametrize("pattern", FILES)
def test_a_bit_that_turned_over_is_noticed_wherever_it_is(damaged, whole, pattern):
    for seed in range(2):
        shutil.rmtree(views(damaged))
        shutil.copytree(views(whole[0]), views(damaged))
        flip(only(views(damaged), pattern), seed)
        answers, report = ask(damaged)

        assert answers == whole[1]
        assert rebuilds(report) in ({LARGE: 1}, {}), "a list of files may still be one"
        assert rebuilds(report) or pattern == "lexical/.managed.json"
    assert vectors_made(damaged) == whole[2]


@pytest.mark.parametrize("damage", [lose, file_for_folder])
@pytest.mark.parametrize("folder", ["lexical", "vectors", ".", ".."])
def test_a_folder_that_is_missing_or_is_none_is_made_again(damaged, whole, damage, folder):
    damage((views(damaged) / folder).resolve())

    answers, report = ask(damaged)
    assert answers == whole[1]
    assert set(rebuilds(report)) <= set(range(4))
    assert bool(rebuilds(report)) == (damage is file_for_folder)
    assert vectors_made(damaged) == whole[2]


def test_locks_and_half_written_files_that_were_left_behind_are_no_damage(damaged, whole):
    folder = views(damaged)
    for name in (".tantivy-writer.lock", ".tantivy-meta.lock"):
        (folder / "lexical" / name).write_text("")
    (folder / "lexical" / f"{'ab' * 16}.term").write_bytes(b"half of a segm")
    (folder / "vectors" / "tmpabcdef.tmp").write_bytes(b"half of a graph")
    (folder / "lexical.gone-1").mkdir()

    assert_whole(damaged, whole, {})


@pytest.mark.parametrize("old", ["dimensions = 64", "hnsw_m = 8\ndimensions = 64"])
def test_a_view_of_another_embedding_or_other_links_is_made_again(damaged, whole, old):
    """Its vectors come back when the settings do: no embedding was lost meanwhile."""
    settings = damaged.config.read_text("utf-8")
    if "hnsw_m" in old:
        changed = f"{settings}hnsw_m = 8\n"
    else:
        changed = settings.replace(old, "dimensions = 32")
    damaged.config.write_text(changed, "utf-8")
    ingest(damaged)
    answers, _ = ask(damaged)
    assert all(answers)
    damaged.config.write_text(settings, "utf-8")
    ingest(damaged)

    answers, _ = ask(damaged)
    assert answers == whole[1]


def test_a_lexical_view_of_another_identity_is_made_again(damaged, whole):
    folder = views(damaged) / "lexical"
    shutil.rmtree(folder)
    folder.mkdir()
    index = tantivy.Index(lexical._schema(), str(folder))
    writer = index.writer(15_000_000, 1)
    writer.add_document(tantivy.Document(role=["lexical-0", "any"], revision=999_999_999))
    writer.commit()
    writer.wait_merging_threads()
    del writer, index

    assert_whole(damaged, whole, {LARGE: 1})


@pytest.fixture(scope="module")
def another(tmp_path_factory):
    """Make a base of the same size and the same revisions whose documents say something else."""
    product = make_base(tmp_path_factory.mktemp("another"))
    for name in ("notes", "manual"):
        for path in sorted((product.folder / name).rglob("*.*")):
            path.write_text(path.read_text("utf-8").replace("backup", "window"), "utf-8")
    shutil.rmtree(product.folder / "base")
    ingest(product)
    return product


@pytest.mark.parametrize("parts", [("lexical",), ("vectors",), ("lexical", "vectors")])
def test_views_of_another_base_are_not_taken_for_ones_own(damaged, whole, another, parts):
    for part in parts:
        shutil.rmtree(views(damaged) / part)
        shutil.copytree(views(another) / part, views(damaged) / part)

    assert_whole(damaged, whole, {LARGE: len(parts)})
    assert_stays_whole(damaged, whole)


def test_views_of_another_shard_are_not_taken_for_ones_own(damaged, whole):
    first, second = views(damaged, 2), views(damaged, 3)
    aside = first.rename(first.with_name("aside"))
    second.rename(first)
    aside.rename(second)

    answers, report = ask(damaged)
    assert answers == whole[1]
    assert rebuilds(report) == {2: 1, 3: 1}
