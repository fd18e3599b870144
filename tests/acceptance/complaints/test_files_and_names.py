"""Names, links, ignore files and folders that others lost, followed or reported wrongly.

Numbers are those of the collected complaints about other products.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
from pathlib import Path

import pytest

NAMES = [
    "Meeting [x] (1) & 5.md",
    'it\'s "quoted" `name`.md',
    "🎉.md",
    "50% off #1?.md",
    "a;b|c$HOME.md",
    " leading and trailing .md",
    "C++ notes.md",
    "back\\slash.md",
    "deep/päth with spaces/日本語 ファイル.md",
    "-dash.md",
    "..dots.md",
    "CON.md",
    "x" * 200 + ".md",
]


def ordinal(index: int) -> str:
    return f"name{index:02}word"


@pytest.fixture(scope="module")
def named(open_shelf):
    """Fill a base with odd names only."""
    shelf = open_shelf({name: f"Text {ordinal(i)} here.\n" for i, name in enumerate(NAMES)})
    assert shelf.ingest().errors == 0
    return shelf


# 31
@pytest.mark.parametrize("index", range(len(NAMES)), ids=lambda index: NAMES[index][:30])
def test_name_comes_back_the_same_from_search_and_opens_by_path_and_by_uri(named, index):
    hit = named.search(ordinal(index)).hits[0]

    assert hit.doc_path == NAMES[index]
    by_path = named.fetch(kind="doc", doc_id=hit.doc_path)
    by_uri = named.command("fetch", "span", "--json", "--", hit.citation.uri)
    assert ordinal(index) in by_path.text
    assert by_uri.returncode == 0, by_uri.stderr
    assert json.loads(by_uri.stdout)["doc_path"] == NAMES[index]


# 31
def test_every_name_is_listed_and_is_its_own_glob(named):
    assert len(named.paths()) == len(NAMES)
    globs = [name for name in NAMES if name == name.strip()]
    assert [named.found("here", path_glob=glob) for glob in globs] == [[name] for name in globs]
    assert named.found("here", path_glob="Meeting [x]*") == [NAMES[0]]


@pytest.fixture(scope="module")
def tree(open_shelf):
    """Fill a base with links, loops, pipes and a farm of links; `tree.report` is of its ingest."""
    shelf = open_shelf(
        {
            "README.md": "Upper readmeword.\n",
            "readme.md": "Lower readmeword.\n",
            "notes.MD": "Upper extension extword.\n",
            "long.markdown": "Long extension extword.\n",
            ".hidden/inside.md": "Hidden hiddenword.\n",
            "sub/real.md": "Real realword.\n",
            "photo.raw": b"\x89PNG",
            "data.dat": "a,b\n",
            "program": b"\x7fELF\0",
            "node_modules/pkg/readme.md": "Farm farmword.\n",
            "empty.md": "",
            "blank.md": "  \n\n",
        }
    )
    outside = shelf.folder / "outside"
    outside.mkdir()
    (outside / "secret.md").write_text("Secret outsideword.\n")
    notes = shelf.notes
    (notes / "leak.md").symlink_to(outside / "secret.md")
    (notes / "leaked").symlink_to(outside)
    (notes / "dots.md").symlink_to("../outside/secret.md")
    (notes / "inner-link.md").symlink_to("sub/real.md")
    (notes / "loop").symlink_to(".")
    (notes / "sub" / "up").symlink_to("..")
    (notes / "self.md").symlink_to("self.md")
    (notes / "dangling.md").symlink_to("nowhere.md")
    os.mkfifo(notes / "pipe.md")
    for number in range(50):
        (notes / "node_modules" / f"link{number}").symlink_to(notes)
    home = Path.cwd()
    os.chdir(notes)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket.md")
        os.chdir(home)
        shelf.report = shelf.ingest()
    return shelf


# 30
def test_names_that_differ_in_case_are_two_documents(tree):
    assert set(tree.found("readmeword")) == {"README.md", "readme.md"}
    assert tree.fetch(kind="doc", doc_id="README.md").text.startswith("Upper")
    assert tree.fetch(kind="doc", doc_id="readme.md").text.startswith("Lower")


# 32
def test_link_that_leaves_the_root_is_refused_and_counted(tree):
    assert tree.found("outsideword") == []
    assert tree.report.skipped_by_reason["outside_root"] == 3
    assert set(tree.report.skip_examples["outside_root"]) == {"leak.md", "leaked", "dots.md"}


# 32
@pytest.mark.parametrize("glob", ["../**", "../outside/*", "/**/secret.md", "**/../**"])
def test_glob_reaches_nothing_above_the_root(tree, glob):
    assert tree.found("outsideword realword readmeword", path_glob=glob) == []


# 32
@pytest.mark.parametrize("target", ["../outside/secret.md", "sub/../../outside/secret.md"])
def test_path_above_the_root_is_no_document(tree, target):
    payload, is_error = tree.tool("fetch", kind="doc", doc_id=target)

    assert is_error
    assert payload["code"] == "doc_not_found"


# 32, 56
def test_file_that_became_a_link_out_of_the_root_is_not_read(open_shelf):
    shelf = open_shelf({"a.md": "Safe swapword.\n"})
    shelf.ingest()
    secret = shelf.folder / "secret.md"
    secret.write_text("The stolen text.\n")
    (shelf.notes / "a.md").unlink()
    (shelf.notes / "a.md").symlink_to(secret)

    payload, is_error = shelf.tool("fetch", kind="doc", doc_id="a.md")

    assert is_error
    assert payload["code"] == "io_error"
    assert shelf.search("swapword").hits[0].stale
    assert shelf.ingest().purged_deleted_files == 1


# 33
def test_loops_pipes_sockets_and_dangling_links_are_left_out_with_their_reason(tree):
    reasons = tree.report.skipped_by_reason

    assert reasons["special_file"] == 2
    assert reasons["dangling_link"] == 2
    assert reasons["already_seen"] == 2
    assert set(tree.found("realword")) == {"inner-link.md", "sub/real.md"}


# 34
def test_farm_of_links_is_not_walked(tree):
    assert tree.found("farmword") == []
    assert tree.report.scanned < 40
    assert tree.report.skipped_by_reason["builtin"] == 1


# 37
def test_every_file_that_is_left_out_is_counted_under_a_reason(tree):
    report = tree.report

    assert set(tree.found("extword")) == {"notes.MD", "long.markdown"}
    assert tree.found("hiddenword") == [".hidden/inside.md"]
    assert report.skipped_by_extension == {"raw": 1, "dat": 1, "<no-ext>": 1}
    assert sum(report.skipped_by_reason.values()) == report.skipped
    assert report.scanned == (
        report.new + report.updated + report.unchanged + report.skipped + report.errors
    )


# 37, 48
@pytest.mark.parametrize("path", ["empty.md", "blank.md"])
def test_file_without_text_says_so(tree, path):
    item = tree.item(tree.report, path)

    assert (item.kind, item.chunk_count) == ("new", 0)
    assert "no text" in item.warnings


IGNORES = {
    ".gitignore": "/coverage\n*.log.md\n!keep.log.md\nbuild/\ndoc/*.tmp.md\n**/gen/**\n\\#odd.md\n",
    "sub/.gitignore": "/only-here.md\n!important.log.md\nnested/*\n!nested/back.md\n",
    "sub/deeper/.gitignore": "*\n!.gitignore\n!kept.md\n",
}
TREE = [
    "coverage/a.md",
    "sub/coverage/a.md",
    "x.log.md",
    "keep.log.md",
    "sub/important.log.md",
    "sub/y.log.md",
    "build/a.md",
    "sub/build/b.md",
    "buildx/a.md",
    "doc/a.tmp.md",
    "doc/sub/a.tmp.md",
    "gen/a.md",
    "sub/gen/deep/a.md",
    "#odd.md",
    "only-here.md",
    "sub/only-here.md",
    "sub/deeper/only-here.md",
    "sub/nested/gone.md",
    "sub/nested/back.md",
    "sub/deeper/kept.md",
    "sub/deeper/lost.md",
    "plain.md",
]


# 35
def test_nested_anchored_and_negated_ignore_rules_agree_with_git(open_shelf):
    git = shutil.which("git")
    if git is None:
        pytest.skip("git is not installed")
    shelf = open_shelf({**IGNORES, **dict.fromkeys(TREE, "Some text.\n")})
    subprocess.run([git, "init", "-q", shelf.notes], check=True)
    listed = subprocess.run(
        [git, "-C", shelf.notes, "ls-files", "-z", "--others", "--exclude-standard", "*.md"],
        check=True,
        capture_output=True,
        encoding="utf-8",
    ).stdout.split("\0")

    shelf.ingest()

    assert shelf.paths() == sorted(filter(None, listed))


# 35
def test_file_that_is_ignored_later_leaves_and_comes_back_with_the_rule(open_shelf):
    shelf = open_shelf({"a.md": "ruleword\n", "b.md": "ruleword\n"})
    shelf.ingest()
    rules = shelf.write(".gitignore", "b.md\n")

    assert shelf.ingest().purged_deleted_files == 1
    assert shelf.found("ruleword") == ["a.md"]
    rules.unlink()
    shelf.ingest()
    assert set(shelf.found("ruleword")) == {"a.md", "b.md"}


# 38
def test_file_that_cannot_be_read_is_listed_with_its_reason_and_tried_again(open_shelf):
    memory = Path("/proc/self/mem")  # opens, and cannot be read: for root too
    if not memory.exists():
        pytest.skip("there is no /proc")
    shelf = open_shelf(
        {"good.md": "goodword\n", "bad.md": "badword\n"},
        more_settings='[ingest]\nfollow_symlinks = true\n[[sources]]\nroot = "notes"\n',
    )
    shelf.ingest()
    bad = shelf.notes / "bad.md"
    bad.unlink()
    bad.symlink_to(memory)

    report = shelf.ingest()

    item = shelf.item(report, "bad.md")
    assert (report.errors, report.unchanged, item.kind) == (1, 1, "error")
    assert "bad.md" in item.error
    assert item.error_code
    assert item.hint
    assert shelf.found("badword") == ["bad.md"]
    bad.unlink()
    shelf.write("bad.md", "mendedword\n")
    assert shelf.ingest().errors == 0
    assert shelf.found("mendedword") == ["bad.md"]


# 38
def test_name_that_is_no_utf8_costs_only_its_own_file(open_shelf):
    shelf = open_shelf({"good.md": "goodword\n"})
    with open(os.fsencode(shelf.notes) + b"/\xb0\xa1.md", "wb") as file:  # noqa: PTH123 - bytes
        file.write(b"lostword\n")

    report = shelf.ingest()

    assert (report.new, report.errors) == (1, 1)
    assert shelf.found("goodword") == ["good.md"]


# 39
@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["init", "nowhere"], "file_not_found"),
        (["init", "file.md"], "file_not_found"),
        (["ingest", "notes/nowhere"], "file_not_found"),
        (["ingest", "nowhere"], "invalid_input"),
        (["ingest", "--source", "nowhere"], "invalid_input"),
        (["ingest-stdin", "--title", "Empty"], "invalid_input"),
        (["ingest-file"], "invalid_input"),
        (["ingest-file", "."], "invalid_input"),
        (["ingest-file", "nowhere.md"], "file_not_found"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_wrong_folder_is_a_usage_error_before_any_state(machine, arguments, code):
    machine.write("file.md", "# A\n\ntext\n")
    if arguments[0].startswith("ingest"):
        machine.write("notes/a.md", "text\n")
        machine.write(".config/kebab/kebab.toml", f'[[sources]]\nroot = "{machine.home}/notes"\n')

    ran = machine.run(*arguments, "--json")

    error = json.loads(ran.stderr)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert error["code"] == code
    assert error["hint"]
    assert not machine.data.exists()
    assert machine.config.exists() == arguments[0].startswith("ingest")


# 40
@pytest.mark.parametrize(("root", "word"), [("missing", "does not exist"), ("a.md", "no")])
def test_root_that_cannot_be_read_names_the_setting_and_the_path(open_shelf, root, word):
    shelf = open_shelf(
        {"a.md": "text\n"},
        more_settings=f'[[sources]]\nid = "bad"\nroot = "notes/{root}"\n'
        '[[sources]]\nid = "good"\nroot = "notes"\n',
    )

    report = shelf.ingest()

    item = next(item for item in report.items if item.kind == "error")
    assert item.source_id == "bad"
    assert str(shelf.notes / root) in item.error
    assert word in item.error
    assert "root" in item.hint or "ingest-file" in item.hint
    assert report.new == 1


# 40
def test_path_outside_every_source_names_the_roots_and_the_way_in(machine):
    machine.write("notes/a.md", "text\n")
    machine.write("other/b.md", "text\n")
    machine.run("init", "notes")

    error = json.loads(machine.run("ingest", "other/b.md", "--json").stderr)

    assert error["details"]["path"] == str(machine.home / "other" / "b.md")
    assert error["details"]["roots"] == {"default": str(machine.home / "notes")}
    assert "[[sources]]" in error["hint"]
