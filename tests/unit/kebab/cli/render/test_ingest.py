"""How the outcome of an ingest looks."""

from __future__ import annotations

from kebab.cli.render.ingest import brief_lines, next_lines, report_lines
from kebab.cli.render.lines import to_plain
from kebab.wire.ingest import IngestItem, IngestReport, IngestScope, SlowFile


def a_report(**changes):
    fields = {
        "scope": IngestScope(root="/notes", sources=["default"], exclude=[]),
        "scanned": 12,
        "new": 5,
        "updated": 1,
        "unchanged": 1,
        "skipped": 4,
        "errors": 1,
        "purged_deleted_files": 2,
        "chunks_indexed": 1234,
        "embeddings_indexed": 1230,
        "embeddings_reused": 4,
        "vector_coverage": 1.0,
        "duration_ms": 3400,
        "aborted": False,
        "skipped_by_extension": {"png": 2, "<no-ext>": 1},
        "skipped_by_reason": {"unsupported_media": 3, "too_large": 1},
        "skip_examples": {},
        "items": [
            IngestItem(
                kind="error",
                doc_path="a.md",
                source_id="default",
                error="no permission",
                error_code="io_error",
                hint="make it readable",
            )
        ],
    }
    return IngestReport(**{**fields, **changes})


def test_outcome_is_a_column_of_counts_and_then_what_went_wrong():
    assert to_plain(report_lines(a_report())) == (
        "looked at 12 files in 3.4 s\n"
        "  new           5\n"
        "  updated       1\n"
        "  unchanged     1\n"
        "  skipped       4  .png 2, <no-ext> 1, too_large 1\n"
        "  errors        1\n"
        "  removed       2  no longer there, or left out by now\n"
        "  chunks    1,234\n"
        "  vectors   1,230  4 reused, 100 % of all chunks have one\n"
        "error: a.md: no permission\n"
        "  hint: make it readable\n"
    )


def test_what_was_left_undone_is_told():
    odd = IngestItem(kind="new", doc_path="b.md", source_id="default", warnings=["no text"])
    report = a_report(items=[odd], warnings=["chunks were left without vectors: no model"])

    assert to_plain(report_lines(report)).endswith(
        "warning: chunks were left without vectors: no model\nnote: b.md: no text\n"
    )


def test_what_is_odd_about_a_few_documents_is_told_and_the_rest_counted():
    odd = [
        IngestItem(kind="new", doc_path=f"{n}.md", source_id="default", warnings=["a", "b", "c"])
        for n in range(8)
    ]

    shown = to_plain(report_lines(a_report(items=odd))).splitlines()

    assert "note: 0.md: a; b; 1 more" in shown
    assert shown[-1] == "note: 3 documents more with warnings; see `kebab inspect doc PATH`"


def test_name_with_a_line_break_forges_no_line():
    odd = "a\nerror: b.md"
    items = [
        IngestItem(kind="error", doc_path=odd, source_id="s", error=f"{odd} is empty"),
        IngestItem(kind="new", doc_path=odd, source_id="s", warnings=["no text"]),
    ]
    slow = [SlowFile(doc_path=odd, source_id="s", duration_ms=9000)]
    report = a_report(items=items, slowest=slow)

    shown = to_plain([*report_lines(report), *brief_lines(report, "12:00:00")])

    assert "\nerror: b.md" not in shown


def test_file_is_named_once_in_its_error():
    failed = [
        IngestItem(kind="error", doc_path="a.pdf", source_id="s", error="a.pdf is empty"),
        IngestItem(kind="error", doc_path="b.pdf", source_id="s", error="/n/b.pdf cannot be read"),
        IngestItem(kind="error", doc_path="c.pdf", source_id="s", error="no memory"),
    ]

    shown = to_plain(report_lines(a_report(items=failed))).splitlines()

    assert shown[-3:] == [
        "error: a.pdf is empty",
        "error: /n/b.pdf cannot be read",
        "error: c.pdf: no memory",
    ]


def test_counts_of_nothing_are_left_out():
    report = a_report(skipped=0, errors=0, purged_deleted_files=0, chunks_indexed=0, items=None)

    shown = to_plain(report_lines(report))

    for word in ("skipped", "errors", "removed", "chunks  "):
        assert word not in shown


def test_many_errors_are_cut():
    items = a_report().items * 14

    assert "… and 4 errors more" in to_plain(report_lines(a_report(items=items, errors=14)))


def failing(path, **fields):
    return IngestItem(kind="error", doc_path=path, source_id="s", error=f"{path} is bad", **fields)


def test_errors_of_earlier_runs_are_counted_and_come_after_the_new_ones():
    known = [failing(f"{number:02}.pdf", failed_before=True) for number in range(20)]
    report = a_report(items=[*known, failing("new.pdf")], errors=21, failed_before=20)

    shown = to_plain(report_lines(report)).splitlines()

    assert "  errors       21  20 as before and not read again; --force reads them" in shown
    assert [text for text in shown if text.startswith("error: ")][:2] == [
        "error: new.pdf is bad",
        "error: 00.pdf is bad",
    ]


def test_run_of_the_watcher_names_only_the_new_errors():
    items = [failing("old.pdf", failed_before=True), failing("new.pdf")]
    report = a_report(new=0, updated=0, items=items, errors=2, failed_before=1)

    first, *rest = to_plain(brief_lines(report, "12:00")).splitlines()

    assert "1 failed, 1 failing as before" in first
    assert rest == ["error: new.pdf is bad"]


def test_stopped_run_says_how_to_go_on():
    assert "stopped after" in to_plain(report_lines(a_report(aborted=True)))
    assert "goes on" in to_plain(next_lines(a_report(aborted=True)))


def test_run_that_found_nothing_says_where_it_looked():
    report = a_report(scanned=4, skipped=4, purged_deleted_files=0)

    assert "below /notes" in to_plain(next_lines(report))


def test_run_that_worked_names_the_search():
    assert to_plain(next_lines(a_report())).startswith("next: kebab search")


def test_report_says_why_files_were_read_again_and_which_took_long():
    shown = to_plain(
        report_lines(
            a_report(
                read_by_reason={"new": 5, "version": 2, "changed": 1},
                reread_because={"chunking": 2, "ocr": 1},
                slowest=[SlowFile(doc_path="scan.pdf", source_id="default", duration_ms=90_000)],
            )
        )
    )

    assert (
        "  updated       1  1 changed; 2 to be read another way; what changed: chunking 2, ocr 1\n"
    ) in shown
    assert "slow: scan.pdf  1 min 30 s\n" in shown


def test_run_of_the_watcher_is_one_line_and_its_errors():
    read = [IngestItem(kind="new", doc_path=f"{name}.md", source_id="default") for name in "abcd"]
    report = a_report(new=4, updated=0, errors=0, items=read, duration_ms=400)

    assert to_plain(brief_lines(report, "12:00:00")) == (
        "12:00:00  4 new, 2 removed  a.md, b.md, c.md, …  (400 ms)\n"
    )
    assert to_plain(brief_lines(a_report(), "12:00:00")).splitlines() == [
        "12:00:00  5 new, 1 updated, 2 removed, 1 failed  (3.4 s)",
        "error: a.md: no permission",
        "  hint: make it readable",
    ]


def test_run_of_the_watcher_that_changed_nothing_is_no_line():
    report = a_report(new=0, updated=0, errors=0, purged_deleted_files=0, items=[])

    assert brief_lines(report, "12:00:00") == []
