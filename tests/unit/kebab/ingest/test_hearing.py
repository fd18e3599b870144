"""Which of the changes that the system tells of matter."""

from __future__ import annotations

import pytest

from kebab.ingest.hearing import Heard, place_heard, stamp_of
from kebab.ingest.scan import ScanRules


@pytest.fixture
def place(tmp_path):
    """Sort changes, each a name below the root."""
    rules = ScanRules(exclude=["drafts/"], barred=frozenset([str(tmp_path / "kb")]))

    def sort(*names, added=False, known=()):
        changes = [(added, str(tmp_path / name)) for name in names]
        return place_heard(tmp_path, rules, {str(tmp_path / one) for one in known}, changes)

    sort.root = tmp_path
    return sort


def test_documents_and_whatever_is_gone_are_paths(place):
    (place.root / "a.md").touch()
    (place.root / "photo.xyz").touch()
    (place.root / "guests").touch()

    heard = place("a.md", "gone.md", "gone", "photo.xyz", "guests")
    assert heard.paths == {"a.md", "gone.md", "gone", "guests"}


def test_names_are_composed(place):
    assert place("e\N{COMBINING ACUTE ACCENT}.md").paths == {"é.md"}


@pytest.mark.parametrize(
    "name",
    [
        "kb/catalog.sqlite",
        "kb",
        "drafts/a.md",
        "node_modules/x/a.md",
        ".git/index",
        "sub/__pycache__/a.md",
        "~$a.docx",
        "",
        "bad\udcff.md",
    ],
)
def test_what_a_scan_leaves_out_is_dropped(place, name):
    assert place(name) == Heard()


def test_folder_counts_when_it_is_new_or_came_anew(place):
    (place.root / "sub").mkdir()

    assert place("sub").folders == {"sub"}
    assert place("sub", known=["sub"]) == Heard()
    assert place("sub", known=["sub"], added=True).folders == {"sub"}


@pytest.mark.parametrize("name", [".gitignore", "sub/.kebabignore", "CACHEDIR.TAG"])
def test_ignore_files_change_the_rules(place, name):
    assert place(name) == Heard(has_new_rules=True)


def test_stamp_changes_with_the_content_and_is_none_without_a_file(tmp_path):
    file = tmp_path / "a.md"
    file.write_text("one")
    before = stamp_of(file)
    file.write_text("other")

    assert before != stamp_of(file)
    assert stamp_of(tmp_path / "none") is None
