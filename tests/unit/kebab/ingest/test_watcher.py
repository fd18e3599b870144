"""The watcher over real files, with the real notifications of the system and workers in memory."""

from __future__ import annotations

import asyncio
import os
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from kebab.errors import IngestLockedError, InvalidInputError, StoreError
from kebab.ingest.following import UNHEARD_S
from kebab.ingest.run import run_ingest
from kebab.ingest.told import Told
from kebab.ingest.watcher import Watcher
from kebab.settings.model import IngestSettings, SourceSettings

PATIENCE_S = 30.0


class Watch:
    """A watcher at work. `errors` are raised by the next runs, before they do anything."""

    def __init__(self, base):
        self.base = base
        self.errors = []
        self.runs = []
        self.run_stop = None
        self._reports = asyncio.Queue()
        self._notes = asyncio.Queue()

    @property
    def told(self):
        return Told(on_report=self._reports.put_nowait, on_note=self._notes.put_nowait)

    async def run(self, options, on_progress, stop):
        self.runs.append(options)
        self.run_stop = stop
        if self.errors:
            raise self.errors.pop(0)
        return await run_ingest(
            replace(self.base.context, on_progress=on_progress, stop=stop), options
        )

    async def report(self):
        return await asyncio.wait_for(self._reports.get(), PATIENCE_S)

    async def note(self):
        return await asyncio.wait_for(self._notes.get(), PATIENCE_S)

    async def until(self, *paths):
        """Wait for the reports until these are the documents; return how many runs it took."""
        count = 0
        while self.base.paths() != sorted(paths):
            await self.report()
            count += 1
        return count


@asynccontextmanager
async def following(base, *, reading_s=PATIENCE_S):
    """Start a watcher, wait for its first run, and end it in good order."""
    watch, stop = Watch(base), asyncio.Event()
    watcher = Watcher(base.settings, watch.run, watch.told, reading_s=reading_s)
    task = asyncio.create_task(watcher.watch(stop))
    try:
        await watch.report()
        yield watch
    finally:
        stop.set()
        await asyncio.wait_for(task, PATIENCE_S)


def scenario(play):
    """Let a test be a coroutine over a base."""

    def test(base):
        asyncio.run(play(base))

    test.__name__ = play.__name__
    return test


@scenario
async def test_files_that_come_change_move_and_go_are_followed(base):
    base.write("first.md", "one")
    async with following(base) as watch:
        assert base.texts() == ["one"]

        base.write("second.md", "two")
        assert await watch.until("first.md", "second.md") == 1
        base.write("second.md", "two and more")
        report = await watch.report()
        assert (report.updated, report.read_by_reason) == (1, {"changed": 1})
        (base.root / "second.md").rename(base.root / "third.md")
        assert await watch.until("first.md", "third.md") == 1
        (base.root / "first.md").unlink()
        assert await watch.until("third.md") == 1

        assert base.texts() == ["two and more"]
        assert len(watch.runs) == 5


@scenario
async def test_saves_of_editors_are_one_change(base):
    file = base.write("a.md", "one")
    async with following(base) as watch:
        base.write(".a.md.swp", "swap")
        base.write("a.md.tmp", "one, renamed into place").rename(file)
        first = await watch.report()
        file.rename(base.root / "a.md~")
        base.write("a.md", "one, written anew beside a copy")
        (base.root / "a.md~").unlink()
        second = await watch.report()

        assert [(one.new, one.updated, one.purged_deleted_files) for one in (first, second)] == [
            (0, 1, 0),
            (0, 1, 0),
        ]
        assert base.texts() == ["one, written anew beside a copy"]


@scenario
async def test_folders_that_come_move_and_go_take_their_files_with_them(base):
    async with following(base) as watch:
        base.write("new/deep/a.md", "one")
        base.write("new/b.md", "two")
        await watch.until("new/b.md", "new/deep/a.md")
        (base.root / "new").rename(base.root / "moved")
        await watch.until("moved/b.md", "moved/deep/a.md")
        base.write("moved/deep/c.md", "three")
        await watch.until("moved/b.md", "moved/deep/a.md", "moved/deep/c.md")
        (base.root / "moved").rename(base.home / "outside")
        await watch.until()


@scenario
async def test_file_that_came_and_went_spoils_nothing(base):
    async with following(base) as watch:
        base.write("gone.md").unlink()
        base.write("kept.md")

        assert await watch.until("kept.md") == 1


@scenario
async def test_burst_takes_few_runs(base):
    async with following(base) as watch:
        names = [f"{number:04}.md" for number in range(1000)]
        for name in names:
            base.write(name, f"text of {name}")

        assert await watch.until(*names) <= 5


@scenario
async def test_what_is_left_out_starts_no_run(base):
    base.more = {"ingest": IngestSettings(exclude=("drafts/",))}
    base.write(".gitignore", "*.log.md\nbuild/\n")
    for name in ("build", "drafts", "node_modules"):
        (base.root / name).mkdir()
    async with following(base) as watch:
        for name in ("build/a.md", "drafts/a.md", "node_modules/a.md", "x.log.md", "x.xyz"):
            base.write(name, "nothing to see")
        (base.root / "drafts/a.md").unlink()
        base.write("seen.md")
        await watch.until("seen.md")

        assert len(watch.runs) == 2


@scenario
async def test_base_within_its_own_source_does_not_wake_its_watcher(base):
    base.sources = (SourceSettings(id="home", root=base.home),)
    async with following(base) as watch:
        for number in range(3):
            base.write(f"{number}.md", f"text {number}")
            await watch.report()

        assert len(watch.runs) == 4


@scenario
async def test_ignore_file_that_changes_counts_at_once(base):
    base.write("a.md")
    base.write("sub/b.md")
    async with following(base) as watch:
        base.write(".kebabignore", "sub/\n")
        await watch.until("a.md")
        (base.root / ".kebabignore").unlink()
        await watch.until("a.md", "sub/b.md")
        base.write("sub/c.md")
        await watch.until("a.md", "sub/b.md", "sub/c.md")


@scenario
async def test_name_that_is_no_text_does_not_make_the_watcher_deaf(base):
    async with following(base) as watch:
        (base.root / os.fsdecode(b"bad\xff.md")).write_bytes(b"its name is no text")
        async with asyncio.timeout(UNHEARD_S * 2 / 3):
            base.write("a.md")
            await watch.until("a.md")
            base.write("b.md")
            await watch.until("a.md", "b.md")


@scenario
async def test_root_that_goes_is_waited_for_and_loses_nothing(base):
    base.write("a.md")
    async with following(base) as watch:
        base.root.rename(base.home / "away")
        assert "waiting for" in await watch.note()
        assert base.paths() == ["a.md"]
        base.write("b.md", root=base.home / "away")
        (base.home / "away").rename(base.root)
        await watch.until("a.md", "b.md")


@scenario
async def test_missing_root_does_not_hold_up_another_source(base):
    base.write("a.md")
    late = base.home / "late"
    base.sources = (*base.sources, SourceSettings(id="late", root=late))
    async with following(base) as watch:
        assert base.paths() == ["a.md"]
        base.write("b.md", root=late)
        await watch.until("a.md", "b.md")


@scenario
async def test_lease_of_another_process_is_waited_for(base):
    async with following(base) as watch:
        watch.errors = [IngestLockedError("locked"), IngestLockedError("locked")]
        base.write("a.md")
        assert await watch.note() == "locked"
        await watch.until("a.md")

        assert len(watch.runs) == 4


@scenario
async def test_run_that_fails_is_noted_and_tried_again(base):
    async with following(base) as watch:
        watch.errors = [StoreError("no room"), RuntimeError("odd")]
        base.write("a.md")
        assert await watch.note() == "no room; it is tried again"
        assert await watch.note() == "odd; it is tried again"
        await watch.until("a.md")


@scenario
async def test_nothing_is_run_when_another_process_was_faster(base):
    async with following(base) as watch:
        watch.errors = [IngestLockedError("locked")]
        base.write("a.md")
        await watch.note()
        await run_ingest(base.context, watch.runs[-1])
        base.write("b.md")
        report = await watch.report()

        assert base.paths() == ["a.md", "b.md"]
        assert report.new == 1


@scenario
async def test_change_does_not_wait_for_the_vectors_of_others(base):
    async with following(base) as watch:
        answer, embedding = base.pool.call, asyncio.Event()

        async def embed_until_stopped(method, params, **limits):
            if method == "embed" and len(watch.runs) == 2:
                embedding.set()
                await watch.run_stop.wait()
            return await answer(method, params, **limits)

        base.pool.call = embed_until_stopped
        base.write("a.md", "\n\n".join(f"text {number}" for number in range(300)))
        await asyncio.wait_for(embedding.wait(), PATIENCE_S)
        base.write("b.md", "waits for nobody")
        assert (await watch.report()).aborted
        while (await watch.report()).vector_coverage < 1.0:
            pass

        assert base.paths() == ["a.md", "b.md"]


@scenario
async def test_long_reading_is_interrupted_for_a_change_and_gone_on_with(base):
    async with following(base, reading_s=0) as watch:
        answer, reading = base.pool.call, asyncio.Event()

        async def read_until_stopped(method, params, **limits):
            if method == "extract" and len(watch.runs) == 2:
                reading.set()
                await watch.run_stop.wait()
            return await answer(method, params, **limits)

        base.pool.call = read_until_stopped
        names = [f"many/{number}.md" for number in range(20)]
        for name in names:
            base.write(name)
        await asyncio.wait_for(reading.wait(), PATIENCE_S)
        base.write("z.md", "waits for nobody")
        first, second = await watch.report(), await watch.report()
        await watch.until(*names, "z.md")

        assert first.aborted
        assert first.new < 20
        assert "z.md" in [item.doc_path for item in second.items]


def test_base_without_a_source_is_told_how_to_get_one(base):
    base.sources = ()

    async def play():
        watch = Watch(base)
        await Watcher(base.settings, watch.run, watch.told).watch(asyncio.Event())

    with pytest.raises(InvalidInputError, match="no source to watch"):
        asyncio.run(play())
