"""How the state of a knowledge base looks."""

from __future__ import annotations

import tomllib

from kebab.cli.render.lines import to_plain
from kebab.cli.render.state import (
    config_notes,
    doctor_lines,
    plain_config,
    reindex_lines,
    reset_lines,
    schema_lines,
)
from kebab.wire.doctor import (
    Check,
    ConfigReport,
    DoctorReport,
    ModelInfo,
    ReindexReport,
    SchemaInfo,
    SettingValue,
    Statistics,
    WireInfo,
    WorkerHealth,
)
from kebab.wire.documents import ResetReport


def test_failed_check_has_its_remedy_and_a_good_one_has_none():
    shown = to_plain(
        doctor_lines(
            DoctorReport(
                ok=False,
                checks=[
                    Check(name="catalog", ok=True, detail="intact", hint="unused"),
                    Check(name="disk", ok=False, detail="full", hint="make room"),
                ],
                workers=[
                    WorkerHealth(
                        worker=0,
                        pid=7,
                        state="idle",
                        ping_ms=0.5,
                        rss_bytes=50_000_000,
                        restarts=1,
                        shards=[0],
                    )
                ],
                shards=[],
                duration_ms=40,
            )
        )
    )

    assert shown == (
        "✓ catalog  intact\n"
        "✗ disk     full\n"
        "           hint: make room\n"
        "  worker 0  idle, pid 7, 0.5 ms, 50.0 MB, 1 restart\n"
        "1 failed, 40 ms\n"
    )


def test_schema_is_shown_as_names_and_values():
    shown = to_plain(
        schema_lines(
            SchemaInfo(
                kebab_version="0.1.0",
                wire=WireInfo(schemas=["search_hit.v1"]),
                capabilities={"mcp_server": True, "http_daemon": False},
                models=ModelInfo(
                    parser_versions={"markdown-1": 3},
                    chunker_versions={},
                    embedding_model="e5",
                    embedding_dimensions=384,
                    corpus_revision=9,
                ),
                stats=Statistics(
                    doc_count=1200,
                    chunk_count=5000,
                    vector_count=2500,
                    vector_coverage=0.5,
                    last_ingest_at=None,
                    media_breakdown={"text": 1, "markdown": 3},
                    lang_breakdown={},
                    source_breakdown={},
                    stale_doc_count=0,
                    index_bytes={"catalog": 1500},
                ),
            )
        )
    )

    assert "documents    1,200\n" in shown
    assert "vectors      2,500, 50.0 % of the chunks\n" in shown
    assert "media        markdown 3, text 1\n" in shown
    assert "can          mcp_server\n" in shown


def test_settings_in_a_pipe_are_lines_of_toml_with_their_origin():
    report = ConfigReport(
        path="/etc/kebab.toml",
        settings=[
            SettingValue(key="search.default_k", value=10, origin="default"),
            SettingValue(key="ingest.exclude", value=["a", "한"], origin="file"),
            SettingValue(key="embedding.query_prefix", value=None, origin="default"),
        ],
        unknown_variables=["KEBAB_DEPHT"],
    )

    shown = plain_config(report)

    assert tomllib.loads(shown)["ingest"]["exclude"] == ["a", "한"]
    assert shown.splitlines()[1].endswith("# default")
    assert "KEBAB_DEPHT is set" in to_plain(config_notes(report))


def test_reset_lists_what_it_deleted():
    report = ResetReport(
        scope="vector_only",
        removed_paths=["/data/views"],
        embedding_rows_truncated=3,
        orphans_purged=0,
        purged_paths=[],
    )

    assert to_plain(reset_lines(report)) == "deleted  /data/views\ndropped 3 vectors\n"


def test_reset_of_nothing_says_so():
    report = ResetReport(
        scope="data_only",
        removed_paths=[],
        embedding_rows_truncated=0,
        orphans_purged=0,
        purged_paths=[],
    )

    assert to_plain(reset_lines(report)) == "nothing to delete\n"


def test_reindex_says_how_the_index_is_cut():
    assert to_plain(reindex_lines(ReindexReport(shards=2, chunks=5, duration_ms=10))) == (
        "built 2 shards with 5 chunks afresh in 10 ms\n"
    )
