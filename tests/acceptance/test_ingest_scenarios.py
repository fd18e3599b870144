"""Ingest scenarios on an open base: kinds of Markdown, what changed, what lies outside, sources."""

from __future__ import annotations

import asyncio
import os
import re

import pytest

from kebab.errors import InvalidInputError

HEADINGS = "".join(f"{'#' * level} Level {level}\n\nword{level} here.\n\n" for level in range(1, 7))
SOURCES = """
[[sources]]
id = "left"
root = "notes/left"
trust_level = "secondary"
source_type = "wiki"
[[sources]]
id = "right"
root = "notes/right"
trust_level = "generated"
"""


@pytest.fixture(scope="module")
def kinds(open_shelf):
    base = open_shelf(
        {
            "empty.md": "",
            "blank.md": "\n \n\n",
            "only-front-matter.md": "---\ntitle: Lonely\n---\n",
            "headings.md": HEADINGS,
            "yaml.md": "---\ntitle: By Yaml\ntags: [red, blue]\n---\n\nyamlword\n",
            "toml.md": '+++\ntitle = "By Toml"\ntags = ["red"]\n+++\n\ntomlword\n',
            "broken.md": "---\ntitle: [unclosed\n---\n\nbrokenword\n",
            "inlines.md": "Some **bold** `inlinecode` [a link](https://example.org/x) ~~gone~~.\n",
            "fence.md": "# Run\n\n```sh\n# no heading\nrestic backup --tag x\n```\n\nafterfence\n",
            "unclosed.md": "# Run\n\n```sh\nrestic forget\n",
            "big.md": "# Big\n\n" + "All work and no play.\n\n" * 60_000 + "lastwordofall\n",
        }
    )
    base.report = base.ingest()
    return base


@pytest.fixture
def changing(open_shelf):
    base = open_shelf(
        {f"{name}.md": f"# {name}\n\nThe {name}.\n" for name in ("zebra", "otter", "heron")}
    )
    base.ingest()
    return base


def counts(report):
    return report.new, report.updated, report.unchanged, report.purged_deleted_files


def hear(base, method, *arguments, **options):
    """Call a method that reports its progress, and return the report."""
    options |= {"on_progress": lambda _event: None, "stop": asyncio.Event()}
    return base.run(getattr(base.base, method)(*arguments, **options))


# 1


def test_every_kind_of_markdown_is_taken_in(kinds):
    assert (kinds.report.new, kinds.report.errors, kinds.report.skipped) == (11, 0, 0)


@pytest.mark.parametrize("path", ["empty.md", "blank.md", "only-front-matter.md"])
def test_document_without_text_is_there_and_told_to_have_none(kinds, path):
    item = kinds.item(kinds.report, path)

    assert (item.kind, item.chunk_count) == ("new", 0)
    assert item.warnings
    assert path in kinds.paths()


@pytest.mark.parametrize("level", range(1, 7))
def test_heading_of_every_level_is_on_the_path_of_its_text(kinds, level):
    chunk = kinds.search(f"word{level}").hits[0]

    assert chunk.doc_path == "headings.md"
    assert f"word{level}" in kinds.fetch(kind="chunk", chunk_id=chunk.chunk_id).chunk.text


@pytest.mark.parametrize(
    ("word", "title", "tags"),
    [("yamlword", "By Yaml", ["blue", "red"]), ("tomlword", "By Toml", ["red"])],
)
def test_front_matter_of_both_kinds_gives_title_and_tags(kinds, word, title, tags):
    hit = kinds.search(word, tags=["red"]).hits[0]

    assert hit.title == title
    assert sorted(kinds.run(kinds.base.inspect_doc(hit.doc_path)).document.tags) == tags


def test_malformed_front_matter_costs_a_warning_and_not_the_text(kinds):
    assert kinds.found("brokenword") == ["broken.md"]
    assert len(kinds.item(kinds.report, "broken.md").warnings) == 1


@pytest.mark.parametrize("word", ["bold", "inlinecode", "example.org/x", "gone"])
def test_text_within_marks_is_found(kinds, word):
    assert kinds.found(word)[0] == "inlines.md"


def test_code_is_found_and_a_comment_in_it_is_no_heading(kinds):
    hits = kinds.search("restic backup --tag").hits

    assert hits[0].doc_path == "fence.md"
    assert hits[0].heading_path == ["Run"]
    assert kinds.found("afterfence") == ["fence.md"]
    assert "unclosed.md" in kinds.found("restic forget")


def test_last_word_of_a_document_over_a_megabyte_is_found_on_its_line(kinds):
    hit = kinds.search("lastwordofall").hits[0]

    assert (kinds.notes / "big.md").stat().st_size > 1_000_000
    assert hit.citation.end == 120_003


# 5


def test_run_without_changes_reads_nothing(changing):
    assert counts(changing.ingest()) == (0, 0, 3, 0)


def test_edited_added_and_deleted_file_are_each_what_is_found(changing):
    changing.write("zebra.md", "# Zebra\n\nA quagga now.\n")
    changing.write("wombat.md", "# Wombat\n\nThe wombat.\n")
    (changing.notes / "otter.md").unlink()

    assert counts(changing.ingest()) == (1, 1, 1, 1)
    assert changing.found("quagga") == ["zebra.md"]
    assert changing.found("wombat") == ["wombat.md"]
    assert changing.found("otter") == []
    assert "otter.md" not in changing.found("otter", "vector")


def test_renamed_file_is_one_document_under_its_new_name(changing):
    (changing.notes / "zebra.md").rename(changing.notes / "quagga.md")

    report = changing.ingest()

    assert counts(report) == (1, 0, 2, 1)
    assert (report.embeddings_indexed, report.vector_coverage) == (0, 1.0)
    assert changing.found("zebra") == ["quagga.md"]


def test_edit_that_keeps_size_and_time_is_found_by_force(changing):
    path = changing.notes / "zebra.md"
    before = path.stat()
    changing.write("zebra.md", "# zebra\n\nThe tapir.\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert counts(changing.ingest()) == (0, 0, 3, 0)
    assert counts(changing.ingest(force=True)) == (0, 3, 0, 0)
    assert changing.found("tapir") == ["zebra.md"]


def test_last_file_that_is_removed_leaves(changing):
    for path in changing.notes.iterdir():
        path.unlink()

    assert counts(changing.ingest()) == (0, 0, 0, 3)
    assert changing.paths() == []
    assert changing.search("zebra", "hybrid").hits == []


def test_other_chunk_size_makes_the_next_run_read_again(machine):
    machine.write("notes/long.md", "# Long\n\n" + "Some words of text.\n\n" * 200)
    machine.run("init", "notes")
    machine.run("ingest")

    first = machine.run("ingest", env={"KEBAB_CHUNKING_TARGET_TOKENS": "60"})
    again = machine.run("ingest", env={"KEBAB_CHUNKING_TARGET_TOKENS": "60"})

    assert re.search(r"updated +1\b", first.stdout)
    assert re.search(r"unchanged +1\n", again.stdout)


# 6


def test_two_files_and_a_text_from_outside_survive_every_full_run(changing, tmp_path):
    outside = [tmp_path / "letter.md", tmp_path / "memo.txt"]
    for path in outside:
        path.write_text(f"# {path.stem}\n\nThe {path.stem} from outside.\n", "utf-8")
        assert hear(changing, "ingest_file", path).new == 1
    text = {"title": "Page", "source_uri": "https://example.org/page"}
    assert hear(changing, "ingest_stdin", b"A pangolin.", **text).new == 1

    assert counts(changing.ingest()) == (0, 0, 3, 0)
    assert counts(changing.ingest(force=True)) == (0, 6, 0, 0)
    assert len(changing.paths()) == 6
    assert hear(changing, "ingest_file", outside[0]).unchanged == 1
    assert hear(changing, "ingest_stdin", b"An aardvark.", **text).updated == 1
    assert changing.found("pangolin") == []
    page = changing.search("aardvark").hits[0]
    summary = changing.run(changing.base.inspect_doc(page.doc_id)).document
    assert summary.source_uri == "https://example.org/page"


def test_file_from_outside_can_be_fetched_forgotten_and_stays_on_the_disk(changing, tmp_path):
    path = tmp_path / "letter.md"
    path.write_text("# Letter\n\nThe letter.\n", "utf-8")
    document = hear(changing, "ingest_file", path).items[0].doc_id

    assert "The letter." in changing.fetch(kind="doc", doc_id=document).text
    report = changing.run(changing.base.forget([document]))
    assert len(report.documents) == 1
    assert path.exists()
    assert changing.found("letter") == []


def test_ignored_file_that_is_named_is_taken_in_and_stays(changing):
    changing.write(".gitignore", "secret.md\n")
    hidden = changing.write("secret.md", "# Hidden\n\nThe narwhal.\n")

    report = hear(changing, "ingest_file", hidden)
    changing.ingest()

    assert report.new == 1
    assert changing.search("narwhal").hits[0].source_id == "external"


# 7


@pytest.fixture(scope="module")
def two_sources(open_shelf):
    base = open_shelf(
        {
            "left/same.md": "# Left\n\nThe lynx of the left.\n",
            "right/same.md": "# Right\n\nThe lynx of the right.\n",
            "right/own.md": "---\ntrust_level: primary\nsource_type: spec\n---\n\nA lynx itself.\n",
            "right/bad.md": "---\ntrust_level: absolute\n---\n\nThe lynx, dubious.\n",
        },
        more_settings=SOURCES,
    )
    assert base.ingest().new == 4
    return base


def test_same_path_in_two_sources_is_two_documents(two_sources):
    hits = two_sources.search("lynx", path_glob="same.md").hits

    assert {hit.source_id for hit in hits} == {"left", "right"}
    assert len({hit.doc_id for hit in hits}) == 2
    with pytest.raises(InvalidInputError, match="2 sources"):
        two_sources.fetch(kind="doc", doc_id="same.md")
    assert "of the right" in two_sources.fetch(kind="doc", doc_id="right:same.md").text


@pytest.mark.parametrize("mode", ["lexical", "vector", "hybrid"])
@pytest.mark.parametrize(
    ("source", "count"), [(["left"], 1), (["right"], 3), (["left", "right"], 4), (["lift"], 0)]
)
def test_source_filter_keeps_to_its_sources(two_sources, source, count, mode):
    assert len(two_sources.search("lynx", mode, source=source).hits) == count


def test_document_says_its_trust_and_its_source_says_it_for_the_others(two_sources):
    hits = two_sources.search("lynx").hits
    levels = {(hit.source_id, hit.doc_path): hit.trust_level for hit in hits}

    assert levels == {
        ("left", "same.md"): "secondary",
        ("right", "same.md"): "generated",
        ("right", "own.md"): "primary",
        ("right", "bad.md"): "generated",
    }
    assert two_sources.found("lynx", source_type=["spec"]) == ["own.md"]
    assert two_sources.found("lynx", trust_min="primary") == ["own.md"]


def test_run_over_one_source_deletes_nothing_of_another(two_sources):
    report = two_sources.ingest(sources=("left",))

    assert (report.scanned, report.purged_deleted_files) == (1, 0)
    assert len(two_sources.paths()) == 4
