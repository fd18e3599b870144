"""Files that cannot be read cost their time once, and stay in the report until they can be."""

from __future__ import annotations

import json
import shutil

import pytest
from support.office_files import locked_office, word_document
from support.product import SETTINGS, Product

SLOW = "<b></b>" * 3_000_000  # takes many times as long as it may
LIMITED = f"{SETTINGS}[pool]\nextract_timeout_s = 1.5\n"
PASSWORD = "opensesame"  # noqa: S105 - opens a file of this test alone


def ingest(product, *options, env=None):
    """Run; return the report and the paths that were taken up to be read."""
    ran = product.run("ingest", *options, "--json", env=env)
    *events, report = [json.loads(line) for line in ran.stdout.splitlines()]
    return report, {one["path"] for one in events if one["kind"] == "asset_started"}


def errors_of(report):
    return {item["doc_path"]: item for item in report["items"] if item["kind"] == "error"}


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    folder = tmp_path_factory.mktemp("failing")
    made = Product(folder, {"notes/good.md": "# Oak\n", "notes/slow.html": SLOW}, LIMITED)
    (folder / "notes" / "damaged.docx").write_bytes(word_document()[:300])
    (folder / "notes" / "locked.docx").write_bytes(locked_office(word_document(), PASSWORD))
    made.first, made.first_read = ingest(made)
    return made


@pytest.fixture
def copy(product, tmp_path):
    """Copy the base and its documents to another place, with the times of the files."""
    folder = tmp_path / "copy"
    shutil.copytree(product.folder, folder)
    return Product(folder, {}, LIMITED)


def test_second_run_reads_only_what_a_password_may_open_and_tells_of_the_same_errors(product):
    second, read = ingest(product)
    marks = {name: item.pop("failed_before", False) for name, item in errors_of(second).items()}

    assert set(product.first_read) == {"good.md", "slow.html", "damaged.docx", "locked.docx"}
    assert read == {"locked.docx"}
    assert marks == {"slow.html": True, "damaged.docx": True, "locked.docx": False}
    assert errors_of(product.first) == errors_of(second)
    assert [second[name] for name in ("scanned", "unchanged", "errors", "failed_before")] == [
        4, 1, 3, 2,
    ]  # fmt: skip


def test_terminal_says_what_was_not_read_again_and_how_it_is(product):
    shown = product.run("ingest").stdout

    assert "  errors    3  2 as before and not read again; --force reads them\n" in shown
    assert "error: slow.html was not read: no answer within 1.5 s" in shown


def test_password_that_is_given_later_opens_the_file(copy):
    report, read = ingest(copy, env={"KEBAB_PASSWORDS": PASSWORD})

    assert (read, report["new"], report["failed_before"]) == ({"locked.docx"}, 1, 2)


def test_file_that_was_mended_is_read_and_one_that_went_is_told_of_no_more(copy):
    (copy.folder / "notes" / "damaged.docx").write_bytes(word_document())
    (copy.folder / "notes" / "slow.html").unlink()
    report, read = ingest(copy)

    assert read == {"damaged.docx", "locked.docx"}
    assert (report["new"], set(errors_of(report))) == (1, {"locked.docx"})


def test_path_that_is_named_is_read_again_only_where_it_is_forced(copy):
    path = str(copy.folder / "notes" / "damaged.docx")
    named, read_by_name = ingest(copy, path)
    forced, read_by_force = ingest(copy, path, "--force")

    assert (read_by_name, read_by_force) == (set(), {"damaged.docx"})
    assert (named["errors"], named["failed_before"]) == (1, 1)
    assert (forced["errors"], forced["failed_before"]) == (1, 0)
