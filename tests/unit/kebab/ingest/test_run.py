"""A run over folders: what comes in, what stays, what leaves, and what is told."""

from __future__ import annotations

import os
import shutil

import pytest

from kebab.errors import (
    CallTimeoutError,
    EmbedderUnavailableError,
    FileNotFoundInputError,
    InvalidInputError,
    WorkerLostError,
)
from kebab.settings.model import ChunkingSettings, SourceSettings


def kinds(report):
    return {item.doc_path: item.kind for item in report.items}


def test_second_run_finds_everything_unchanged_and_reads_nothing(base):
    base.write("a.md", "one\n\ntwo")
    base.write("sub/b.txt", "three")
    first = base.ingest()
    base.pool.calls.clear()
    second = base.ingest()

    assert (first.new, first.chunks_indexed, first.embeddings_indexed) == (2, 3, 3)
    assert first.vector_coverage == 1.0
    assert (second.unchanged, second.new, second.updated) == (2, 0, 0)
    assert base.pool.calls == []


def test_edited_file_is_updated_and_its_old_text_is_gone(base):
    base.write("a.md", "old words")
    base.ingest()
    before = base.reader.paths()
    base.write("a.md", "new words altogether")
    report = base.ingest()

    assert kinds(report) == {"a.md": "updated"}
    assert base.reader.paths() == before
    assert base.texts() == ["new words altogether"]


def test_edit_of_the_same_size_is_seen_by_its_time(base):
    file = base.write("a.md", "aaaa")
    base.ingest()
    file.write_text("bbbb")
    os.utime(file, ns=(1, 1))
    report = base.ingest()

    assert report.updated == 1
    assert base.texts() == ["bbbb"]


def test_touched_file_is_unchanged_and_hashed_only_once(base):
    file = base.write("a.md", "same")
    base.ingest()
    os.utime(file, ns=(1, 1))
    base.pool.calls.clear()
    report = base.ingest()
    (state,) = base.reader.stored_states(["notes"])

    assert report.unchanged == 1
    assert base.pool.calls == []
    assert state.mtime_ns == 1


def test_moved_root_keeps_the_documents_and_notes_the_new_place(base):
    base.write("a.md", "same")
    base.ingest()
    moved = base.root.rename(base.home / "moved")
    base.sources = (SourceSettings(id="notes", root=moved),)
    report = base.ingest()
    (state,) = base.reader.stored_states(["notes"])

    assert report.unchanged == 1
    assert state.disk_path == str(moved / "a.md")


def test_deleted_file_leaves_the_index_even_if_it_was_the_last(base):
    base.write("a.md")
    base.ingest()
    (base.root / "a.md").unlink()
    report = base.ingest()

    assert report.purged_deleted_files == 1
    assert base.paths() == []


def test_renamed_file_leaves_nothing_stale_and_is_not_embedded_again(base):
    base.write("a.md", "# same heading text\n\nbody")
    base.ingest()
    (base.root / "a.md").rename(base.root / "b.md")
    report = base.ingest()

    assert (report.new, report.purged_deleted_files) == (1, 1)
    assert base.paths() == ["b.md"]


def test_file_that_is_ignored_by_now_is_purged(base):
    base.write("a.md")
    base.write("drafts/b.md")
    base.ingest()
    base.write(".gitignore", "drafts/\n")
    report = base.ingest()

    assert report.purged_deleted_files == 1
    assert base.paths() == ["a.md"]
    assert report.skip_examples["gitignore"] == ["drafts/"]


def test_folder_that_cannot_be_read_keeps_its_documents(base, lock):
    base.write("sub/a.md")
    base.ingest()
    lock(base.root / "sub")
    report = base.ingest()

    assert (report.errors, report.purged_deleted_files) == (1, 0)
    assert base.paths() == ["sub/a.md"]


def test_missing_root_is_an_error_of_its_source_and_deletes_nothing(base):
    other = base.home / "other"
    base.sources = (*base.sources, SourceSettings(id="other", root=other))
    base.write("a.md")
    base.write("b.md", root=other)
    base.ingest()
    shutil.rmtree(base.root)
    base.write("c.md", root=other)
    report = base.ingest()

    assert kinds(report) == {str(base.root): "error", "b.md": "unchanged", "c.md": "new"}
    assert base.paths() == ["a.md", "b.md", "c.md"]


def test_same_path_in_two_sources_is_two_documents(base):
    other = base.home / "other"
    base.sources = (*base.sources, SourceSettings(id="other", root=other))
    base.write("a.md", "twin")
    base.write("a.md", "twin", root=other)
    first, second = base.ingest(), base.ingest()

    assert (first.new, second.unchanged) == (2, 2)
    assert len(base.reader.paths()) == 2
    assert first.embeddings_indexed == 2
    assert base.pool.count("embed") == 1


def test_run_over_one_source_leaves_the_others_alone(base):
    other = base.home / "other"
    base.sources = (*base.sources, SourceSettings(id="other", root=other))
    base.write("a.md")
    gone = base.write("b.md", root=other)
    base.ingest()
    gone.unlink()
    base.ingest(sources=("notes",))

    assert base.paths() == ["a.md", "b.md"]


def test_run_over_a_folder_deletes_only_below_it(base):
    base.write("a/one.md")
    base.write("b/two.md")
    base.ingest()
    (base.root / "a/one.md").unlink()
    (base.root / "b/two.md").unlink()
    report = base.ingest(paths=(base.root / "a",))

    assert report.purged_deleted_files == 1
    assert base.paths() == ["b/two.md"]


def test_path_that_is_nowhere_is_refused(base):
    with pytest.raises(FileNotFoundInputError):
        base.ingest(paths=(base.root / "nowhere",))


def test_path_outside_every_source_is_refused(base):
    with pytest.raises(InvalidInputError, match="none of the sources"):
        base.ingest(paths=(base.home,))


def test_file_that_kills_its_workers_is_an_error_and_the_run_goes_on(base):
    base.write("a.md")
    base.write("bad.md")
    base.write("c.md")
    base.pool.fails = lambda _method, params: (
        WorkerLostError("2 workers died") if params.get("path") == "bad.md" else None
    )
    report = base.ingest()
    item = next(item for item in report.items if item.kind == "error")

    assert (report.new, report.errors) == (2, 1)
    assert (item.doc_path, item.error_code) == ("bad.md", "worker_lost")


def test_pool_that_is_gone_ends_the_run_instead_of_blaming_every_file(base):
    base.write("a.md")
    base.pool.fails = lambda _method, _params: WorkerLostError("worker 0 does not start")

    with pytest.raises(WorkerLostError):
        base.ingest()
    assert base.events[-1].kind == "aborted"


def test_file_that_runs_out_of_time_is_tried_twice(base):
    base.write("a.md")
    base.pool.fails = lambda method, _params: (
        CallTimeoutError("late") if method == "extract" else None
    )
    report = base.ingest()

    assert base.pool.count("extract") == 2
    assert report.items[0].error_code == "timeout"


def test_failed_edit_keeps_what_was_indexed_before(base):
    base.write("a.md", "good")
    base.ingest()
    base.write("a.md", b"\xff\xfe bad" * 3)
    base.pool.fails = lambda method, _params: (
        WorkerLostError("died") if method == "extract" else None
    )
    report = base.ingest()

    assert report.errors == 1
    assert base.texts() == ["good"]


def test_poisoned_chunk_costs_only_itself_its_vector(base):
    base.write("a.md", "\n\n".join(f"paragraph {n}" for n in range(9)))
    base.pool.fails = lambda method, params: (
        WorkerLostError("died")
        if method == "embed" and any("paragraph 4" in text for text in params["texts"])
        else None
    )
    report = base.ingest()

    assert report.embeddings_indexed == 8
    assert "paragraph 4" in report.warnings[0]
    assert 0.88 < report.vector_coverage < 0.89


def test_next_run_embeds_what_the_last_one_could_not(base):
    base.write("a.md")
    base.pool.fails = lambda method, _params: (
        EmbedderUnavailableError("no model", hint="get one") if method == "embed" else None
    )
    first = base.ingest()
    base.pool.fails = lambda _method, _params: None
    second = base.ingest()

    assert (first.vector_coverage, first.new) == (0.0, 1)
    assert "no model; get one" in first.warnings[0]
    assert (second.vector_coverage, second.unchanged, second.embeddings_indexed) == (1.0, 1, 1)


def test_workers_with_another_model_give_no_vectors(base):
    base.write("a.md")
    base.model = "hashed:other:4"
    report = base.ingest()

    assert report.vector_coverage == 0.0
    assert "hashed:other:4" in report.warnings[0]


def test_without_an_embedder_nothing_is_embedded(base):
    base.write("a.md")
    base.model = None
    report = base.ingest()

    assert (report.new, report.embeddings_indexed) == (1, 0)
    assert base.pool.count("embed") == 0


def test_change_of_the_chunking_reads_every_file_again(base):
    base.write("a.md")
    base.ingest()
    base.more = {"chunking": ChunkingSettings(target_tokens=100)}
    again, then = base.ingest(), base.ingest()

    assert (again.updated, again.embeddings_reused, again.embeddings_indexed) == (1, 1, 0)
    assert then.unchanged == 1


def test_change_of_a_source_s_trust_reaches_its_documents(base):
    base.write("a.md")
    base.ingest()
    base.sources = (SourceSettings(id="notes", root=base.root, trust_level="generated"),)
    base.ingest()
    (document,) = base.reader.documents()

    assert document.trust_level == "generated"


def test_forced_run_reads_unchanged_files(base):
    base.write("a.md")
    base.ingest()

    assert base.ingest(force=True).updated == 1


def test_stopped_run_keeps_what_it_did_and_the_next_one_goes_on(base):
    for number in range(60):
        base.write(f"{number:02}.md", f"text {number}")

    def stop_at_ten(method, _params):
        if method == "extract" and base.pool.count("extract") == 10:
            base.stop.set()

    base.pool.before = stop_at_ten
    first = base.ingest()
    base.pool.before = lambda _method, _params: None
    base.stop.clear()
    second = base.ingest()

    assert first.aborted
    assert 10 <= first.new < 60
    assert base.pool.count("extract") == 60
    assert (second.new, second.unchanged) == (60 - first.new, first.new)
    assert not second.aborted
    assert second.vector_coverage == 1.0


def test_chunks_are_stored_in_the_order_of_their_paths(base):
    for name in ("c", "a", "d", "b"):
        base.write(f"{name}.md", name)
    base.ingest()
    chunks = base.reader.chunks_by_rows(range(1, 5))

    assert [chunks[row].text for row in sorted(chunks)] == ["a", "b", "c", "d"]


def test_vectors_of_many_files_are_all_counted(base):
    for number in range(300):
        base.write(f"{number}.md", f"text {number}")
    report = base.ingest()

    assert (report.embeddings_indexed, report.vector_coverage) == (300, 1.0)
    assert base.pool.count("embed") < 30


def test_events_come_in_order_and_views_catch_up_before_the_end(base):
    base.write("a.md")
    base.ingest()
    seen = [event.kind for event in base.events]

    assert seen[:4] == ["scan_started", "scan_completed", "asset_started", "asset_finished"]
    assert seen[-2:] == ["searchable", "completed"]
    assert base.events[1].total == 1
    assert base.events[-1].counts.new == 1
    assert base.pool.calls[-1] == ("catch_up", {"vectors": True})


def test_unsupported_files_are_counted_by_extension(base):
    for name in ("a.zip", "b.ZIP", "c.md"):
        base.write(name)
    base.write("program", b"\x7fELF\x00")
    report = base.ingest()

    assert report.skipped_by_extension == {"zip": 2, "<no-ext>": 1}
    assert report.skipped_by_reason == {"unsupported_media": 3}
    assert (report.scanned, report.new, report.skipped) == (4, 1, 3)


def test_summary_leaves_the_items_out(base):
    base.write("a.md")

    assert base.ingest(summary_only=True).items is None


def test_data_folder_inside_a_source_is_not_looked_at(base):
    base.sources = (SourceSettings(id="notes", root=base.home),)
    base.write("x.md", root=base.data_dir)
    base.write("a.md")
    base.ingest()

    assert base.paths() == ["notes/a.md"]
