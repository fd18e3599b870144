"""What a reset deletes, and above all what it leaves alone."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from kebab.answer.conversation import kept_conversations
from kebab.catalog.ids import document_id
from kebab.catalog.reader import CatalogReader
from kebab.catalog.records import NewChunk, NewDocument, Turn
from kebab.catalog.writer import CatalogWriter
from kebab.errors import IngestLockedError
from kebab.ingest.lease import hold_lease, this_process
from kebab.reset import reset
from kebab.settings.model import Settings, SourceSettings, StorageSettings
from kebab.settings.paths import catalog_path


def a_document(source_id, path, disk_path):
    return NewDocument(
        source_id=source_id,
        path=path,
        media="markdown",
        title=path,
        lang="en",
        trust_level="primary",
        source_type="note",
        size_bytes=1,
        mtime_ns=1,
        content_hash="0" * 64,
        fingerprint="f",
        parser_version="markdown-1",
        chunker_version="heading-1",
        disk_path=disk_path,
    )


@pytest.fixture
def base(tmp_path):
    """Put everything into one folder, as on macOS: settings, data, log and notes."""
    root = tmp_path / "kebab"
    root.mkdir()
    for name in ("kebab.toml", "kebab.log", "kebab.log.1", "mine.md", "views.txt", "crash.md"):
        (root / name).touch()
    for view in ("lexical", "vectors"):
        (root / "views" / "shard-000" / view).mkdir(parents=True)
        (root / "views" / "shard-000" / view / "file").touch()
    (root / "views" / "holiday").mkdir()
    writer = CatalogWriter(root / "catalog.sqlite", 1)
    chunk = NewChunk(text="text", heading_path=(), line_start=1, line_end=1, token_count=1)
    for source, name, disk in (
        ("default", "mine.md", str(root / "mine.md")),
        ("default", "gone.md", str(root / "gone.md")),
        ("removed", "old.md", str(root / "mine.md")),
        ("away", "usb.md", "/nowhere/usb/usb.md"),
        ("external", "/gone/letter.md", "/gone/letter.md"),
        ("external", "stdin/note.md", None),
    ):
        stored = writer.put_document(a_document(source, name, disk), [chunk], [b"k"], 1)
        writer.put_vectors("model", [(stored.rows[0], b"k", b"\0" * 4)], 1)
    writer.close()
    return Settings(
        path=root / "kebab.toml",
        storage=StorageSettings(data_dir=root, state_dir=root),
        sources=(
            SourceSettings(id="default", root=root),
            SourceSettings(id="away", root=Path("/nowhere/usb")),
        ),
    )


def carry_out(settings, scope):
    return asyncio.run(reset(settings, scope, "2025-01-01T00:00:00Z"))


def names(settings):
    return {path.name for path in settings.storage.data_dir.iterdir()}


def paths(settings):
    reader = CatalogReader(catalog_path(settings.storage.data_dir))
    try:
        return {document.path for document in reader.documents()}
    finally:
        reader.close()


def test_data_reset_leaves_settings_log_and_foreign_files(base):
    report = carry_out(base, "data_only")

    assert names(base) == {
        "kebab.toml",
        "kebab.log",
        "kebab.log.1",
        "mine.md",
        "views.txt",
        "crash.md",
        "views",
    }
    assert [path.name for path in (base.storage.data_dir / "views").iterdir()] == ["holiday"]
    assert str(base.storage.data_dir / "catalog.sqlite") in report.removed_paths


def test_full_reset_also_takes_settings_and_log(base):
    carry_out(base, "all")

    assert names(base) == {"mine.md", "views.txt", "crash.md", "views"}


def test_settings_reset_takes_the_settings_file_only(base):
    before = names(base)

    report = carry_out(base, "config_only")

    assert names(base) == before - {"kebab.toml"}
    assert report.removed_paths == [str(base.path)]


def test_vector_reset_keeps_documents_and_the_lexical_view(base):
    report = carry_out(base, "vector_only")

    view = base.storage.data_dir / "views" / "shard-000"
    assert [path.name for path in view.iterdir()] == ["lexical"]
    assert report.embedding_rows_truncated == 6
    assert len(paths(base)) == 6


def test_orphans_are_those_that_no_ingest_will_look_at_again(base):
    report = carry_out(base, "orphans_only")

    assert sorted(report.purged_paths) == ["gone.md", "old.md"]
    assert paths(base) == {"mine.md", "usb.md", "/gone/letter.md", "stdin/note.md"}
    assert report.removed_paths == []


@pytest.mark.parametrize(
    ("scope", "left"),
    [
        ("vector_only", ["of gone.md", "of mine.md"]),
        ("orphans_only", ["of mine.md"]),
        ("data_only", []),
        ("all", []),
    ],
)
def test_conversations_go_with_what_they_quote(base, scope, left):
    kept = kept_conversations(base)
    for path in ("gone.md", "mine.md"):
        turn = Turn(f"of {path}", "a quote", grounded=True, asked_at_ms=1)
        kept.append("s", turn, [document_id("default", path)])

    carry_out(base, scope)

    assert [turn.question for turn in kept.turns("s", 1)] == left
    assert bool(list(base.storage.data_dir.glob("conversations*"))) == bool(left)


@pytest.mark.parametrize("scope", ["all", "data_only", "vector_only", "orphans_only"])
def test_reset_of_nothing_makes_nothing(scope, tmp_path):
    settings = Settings(
        storage=StorageSettings(data_dir=tmp_path / "data", state_dir=tmp_path / "state")
    )

    report = carry_out(settings, scope)

    assert report.removed_paths == []
    assert list(tmp_path.iterdir()) == []


def test_emptied_folder_goes_too(tmp_path):
    settings = Settings(
        storage=StorageSettings(data_dir=tmp_path / "data", state_dir=tmp_path / "state")
    )
    (tmp_path / "data").mkdir()
    CatalogWriter(catalog_path(tmp_path / "data"), 1).close()

    carry_out(settings, "data_only")

    assert not (tmp_path / "data").exists()


def test_reset_waits_for_no_ingest_but_refuses(base):
    async def both():
        async with hold_lease(base.storage.data_dir, this_process("now")):
            await reset(base, "data_only", "now")

    with pytest.raises(IngestLockedError):
        asyncio.run(both())
    assert "catalog.sqlite" in names(base)


def test_linked_view_is_unlinked_and_its_target_stays(base, tmp_path):
    target = tmp_path / "elsewhere"
    target.mkdir()
    (target / "precious").touch()
    (base.storage.data_dir / "views" / "shard-001").symlink_to(target)

    carry_out(base, "data_only")

    assert (target / "precious").exists()
