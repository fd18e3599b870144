"""A catalog that went back to an earlier state: its views follow it, and no ghost is found."""

from __future__ import annotations

import shutil

import pytest
from support.damaged import (
    ask,
    ask_server,
    catalog,
    copy_base,
    ingest,
    make_base,
    rebuilds,
    restore,
)

QUESTIONS = ("zeppelin", "airship", "how is the backup kept")


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """Make a base, and keep a copy of its catalog beside it."""
    product = make_base(tmp_path_factory.mktemp("first"), large=False)
    shutil.copy(catalog(product), product.folder / "backup.sqlite")
    return product


@pytest.fixture
def product(first, tmp_path):
    return copy_base(first, tmp_path / "copy")


def write(product, word, name="later"):
    for number in range(8):
        product.write(f"notes/{name}-{number}.md", f"# The {word} {number}\n\nA {word} lands.\n")


def as_if_made_anew(product):
    """Answer as a base does whose views were never there."""
    shutil.rmtree(product.folder / "base" / "views")
    answers, _ = ask(product, QUESTIONS)
    return answers


def test_views_that_are_ahead_of_the_catalog_are_made_again(product):
    before, _ = ask(product, QUESTIONS)
    write(product, "zeppelin")
    ingest(product)
    assert ask(product, QUESTIONS)[0] != before
    restore(product, product.folder / "backup.sqlite")

    answers, report = ask(product, QUESTIONS)
    assert answers == before
    assert rebuilds(report)
    assert not [check for check in report.checks if not check.ok]


def test_views_of_a_future_that_did_not_come_are_made_again(product):
    """The catalog grows past the revision of its views, with other documents."""
    write(product, "zeppelin")
    ingest(product)
    shutil.copytree(product.folder / "base" / "views", product.folder / "views-of-then")
    restore(product, product.folder / "backup.sqlite")
    write(product, "airship")
    write(product, "airship", name="latest")
    ingest(product)
    shutil.rmtree(product.folder / "base" / "views")
    shutil.move(product.folder / "views-of-then", product.folder / "base" / "views")

    answers, report = ask(product, QUESTIONS)
    assert rebuilds(report)
    assert answers == as_if_made_anew(product)
    assert "zeppelin" not in str(answers[QUESTIONS.index("airship") * 3])


def test_a_server_that_runs_follows_a_restored_catalog(product):
    before, _ = ask(product, QUESTIONS)
    write(product, "zeppelin")
    with product.serve() as server:
        ingest(product)
        assert ask_server(server, QUESTIONS) != before
        restore(product, product.folder / "backup.sqlite")

        assert ask_server(server, QUESTIONS) == before
        write(product, "airship")
        ingest(product)
        served = ask_server(server, QUESTIONS)
    assert served == as_if_made_anew(product)


def test_a_second_shard_count_in_between_makes_views_anew(product):
    before, _ = ask(product, QUESTIONS)
    assert product.run("reindex", "--shards", "3").returncode == 0
    restore(product, product.folder / "backup.sqlite")

    answers, _ = ask(product, QUESTIONS)
    assert answers == before
