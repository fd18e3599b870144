"""What a run asks of a model that looks at pictures: each once, in its turn, and not in vain."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest

from kebab.errors import (
    CallTimeoutError,
    KebabError,
    ModelUnreachableError,
    WorkerLostError,
)
from kebab.ingest.assemble import unfinished
from kebab.ingest.captions import tidied
from kebab.ingest.extracting import SpareWorkers
from kebab.ingest.run import run_ingest
from kebab.ingest.scope import IngestOptions
from kebab.ingest.seen_page import page_of
from kebab.ingest.stages import IngestContext
from kebab.ingest.vision import PictureReaders, Seen, sight_of
from kebab.settings.model import CaptionSettings, LlmSettings
from kebab.wire.picture import Picture

PICTURE = Picture(b"jpeg", "image/jpeg", 8, 6, 80, 60)
LLM = LlmSettings(provider="ollama", model="gemma3:4b")


@dataclass
class Model:
    """Describes pictures, or fails with the next of the given errors."""

    errors: list[KebabError | None] = field(default_factory=list)
    away: KebabError | None = None
    asked: int = 0
    at_once: int = 0
    most_at_once: int = 0

    async def check(self):
        if self.away is not None:
            raise self.away

    async def read(self, picture, rules, *, max_tokens):
        assert picture == PICTURE
        self.asked += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await asyncio.sleep(0)
        self.at_once -= 1
        if self.errors and (error := self.errors.pop(0)) is not None:
            raise error
        return Seen("A barn.", is_cut=False)


@pytest.fixture
def gallery(base):
    """Give a base of three pictures with a model that describes them, and what it is shown."""
    for name in ("a", "b", "c"):
        base.write(f"{name}.png", name)
    base.more = {"captions": CaptionSettings(enabled=True), "llm": LLM}
    base.eye = Model()
    answer = base.pool.call

    async def call(method, params, **limits):
        if method in {"picture", "read_page"}:
            base.pool.calls.append((method, params))
            if (error := base.pool.fails(method, params)) is not None:
                raise error
            return PICTURE.to_fields() if method == "picture" else {"lines": [], "warnings": []}
        result = await answer(method, params, **limits)
        is_image = method == "extract" and params["media"] == "image"
        if is_image and "read_pages" not in params:
            result["pages_to_read"] = [1]
        return result

    base.pool.call = call
    return base


def ingest(base, stop=None, **options):
    base.events.clear()
    context = base.context
    sight = sight_of(PictureReaders(base.eye), base.settings, base.pool, stop or base.stop)
    seeing = IngestContext(
        **{name: getattr(context, name) for name in context.__slots__ if name != "sight"},
        sight=sight,
    )
    return asyncio.run(run_ingest(seeing, IngestOptions(**options)))


def fingerprints(base):
    return {
        state.path: state.fingerprint.endswith(unfinished(""))
        for state in base.reader.stored_states(["notes"], ())
    }


def test_picture_is_shown_once_and_one_at_a_time(gallery):
    ingest(gallery)
    ingest(gallery, force=True)

    assert (gallery.eye.asked, gallery.eye.most_at_once) == (3, 1)
    assert [(1, "A barn.")] in [params.get("captions") for _, params in gallery.pool.calls]
    assert not any(fingerprints(gallery).values())


def test_model_that_cannot_be_reached_is_not_tried_again_in_a_run(gallery):
    gallery.eye.errors = [ModelUnreachableError("nobody answers", hint="start it; or not")]

    report = ingest(gallery)

    assert gallery.eye.asked == 1
    (warning,) = report.warnings
    assert warning.startswith("3 documents without a caption: nobody answers; start it; an ingest")
    assert all(fingerprints(gallery).values())


def test_picture_that_is_too_much_for_the_model_does_not_keep_it_from_the_others(gallery):
    slow = CallTimeoutError("no token within 9 s", hint="")
    gallery.eye.errors = [None, slow, None]

    report = ingest(gallery)

    assert gallery.eye.asked == 3
    assert report.warnings[0].startswith("1 document without a caption: no token within 9 s; an")


def test_model_that_fails_twice_in_a_row_is_left_alone(gallery):
    gallery.eye.errors = [CallTimeoutError("no token", hint="") for _ in range(3)]

    ingest(gallery)

    assert gallery.eye.asked == 2


def test_documents_wait_for_a_model_that_is_still_away_and_are_told_of(gallery):
    gallery.eye.errors = [ModelUnreachableError("nobody answers", hint="")]
    ingest(gallery)
    gallery.eye.away = ModelUnreachableError("nobody answers yet", hint="")

    report = ingest(gallery)

    assert (report.unchanged, report.updated) == (3, 0)
    assert "3 documents without a caption: nobody answers yet" in report.warnings[0]
    assert gallery.eye.asked == 1


def test_picture_that_kills_its_worker_is_that_documents_warning(gallery):
    gallery.pool.fails = lambda method, _params: (
        WorkerLostError("a worker was lost", hint="") if method == "picture" else None
    )

    report = ingest(gallery)

    assert {tuple(item.warnings) for item in report.items} == {("no caption: a worker was lost",)}
    assert (report.warnings, gallery.eye.asked) == ([], 0)


def test_what_a_model_looks_at_is_read_last(gallery):
    gallery.write("z.md", "# Last by name\n")

    ingest(gallery)

    started = [e.path for e in gallery.events if e.kind == "asset_started" and e.phase is None]
    assert started == ["z.md", "a.png", "b.png", "c.png"]


def test_workers_are_lent_while_a_model_looks():
    async def scenario():
        spare = SpareWorkers(1)
        spare.enter()
        waiter = asyncio.ensure_future(spare.wait())
        await asyncio.sleep(0)
        before = waiter.done()
        with spare.lent():
            await waiter
        taken = asyncio.ensure_future(spare.wait())
        await asyncio.sleep(0)
        after = taken.done()
        taken.cancel()
        return before, after

    assert asyncio.run(scenario()) == (False, False)


@pytest.mark.parametrize(
    ("said", "is_cut", "caption"),
    [
        ("  A barn.\n\nIn the snow. ", False, "A barn. In the snow."),
        ("A barn. In the sn", True, "A barn."),
        ("A barn without an e", True, "A barn without an e"),
        ("A\x00 sign\u202e.", False, "A sign ."),
        ("", False, ""),
        ("word " * 1000, False, ("word " * 200)),
    ],
)
def test_caption_is_one_paragraph_of_whole_sentences(said, is_cut, caption):
    assert tidied(said, is_cut=is_cut) == caption


@pytest.mark.parametrize(
    ("said", "paragraphs"),
    [
        ("One\n \nTwo\nlines\n", ["One", "Two\nlines"]),
        ("```text\nOne\n\nTwo\n```", ["One", "Two"]),
        ("NO_TEXT", []),
        ("NO_TEXT.\n", []),
        ("NO_TEXT is written here", ["NO_TEXT is written here"]),
        (" \n", []),
        ("a\x00b", ["a b"]),
    ],
)
def test_page_is_cut_into_paragraphs_around_which_is_the_whole_page(said, paragraphs):
    page = page_of(Seen(said, is_cut=False), PICTURE, 3)

    assert page["warnings"] == []
    assert page["lines"] == [(text, (0, 0, 80, 60), 1.0) for text in paragraphs]


def test_page_that_was_cut_says_so():
    page = page_of(Seen("One", is_cut=True), PICTURE, 3)

    assert "page 3" in page["warnings"][0]
    assert "context_tokens" in page["warnings"][0]


def test_nothing_is_asked_where_the_settings_want_nothing(gallery):
    sight = sight_of(PictureReaders(), gallery.settings, gallery.pool, gallery.stop)

    assert (sight.captions, sight.pages, sight.warnings()) == (None, None, [])
    assert asyncio.run(sight.is_complete())
