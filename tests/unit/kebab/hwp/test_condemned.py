"""Documents that killed their workers."""

from __future__ import annotations

import pytest

from kebab.errors import CallTimeoutError, OverloadedError, WorkerLostError
from kebab.hwp.condemned import Condemned

FILE = ("/a.hwp", 10, 20)
DEATHS = WorkerLostError("2 workers died", details={"exits": ["SIGSEGV", "SIGSEGV"]})
LATE = CallTimeoutError("30 s", details={"was_running": True})


def test_document_that_killed_its_workers_is_not_tried_again_until_it_changes():
    condemned = Condemned()
    condemned.refuse(FILE, "search")
    condemned.note(FILE, "search", DEATHS)

    with pytest.raises(WorkerLostError, match="2 workers died"):
        condemned.refuse(FILE, "info")
    condemned.refuse(("/a.hwp", 10, 21), "info")
    condemned.refuse(("/b.hwp", 10, 20), "info")


def test_page_that_cannot_be_laid_out_leaves_the_text_to_be_read():
    condemned = Condemned()
    condemned.note(FILE, "render", DEATHS)

    condemned.refuse(FILE, "text")
    with pytest.raises(WorkerLostError):
        condemned.refuse(FILE, "render_svgs")


def test_document_that_cannot_be_read_is_not_laid_out_either():
    condemned = Condemned()
    condemned.note(FILE, "text", DEATHS)

    with pytest.raises(WorkerLostError):
        condemned.refuse(FILE, "render")


def test_one_call_out_of_time_may_be_bad_luck_and_two_are_not():
    condemned = Condemned()
    condemned.note(FILE, "text", LATE)
    condemned.refuse(FILE, "text")
    condemned.note(FILE, "search", LATE)

    with pytest.raises(CallTimeoutError, match="twice"):
        condemned.refuse(FILE, "text")


def test_full_queue_says_nothing_of_the_document():
    condemned = Condemned()
    condemned.note(FILE, "text", OverloadedError("256 calls wait"))
    condemned.note(FILE, "text", OverloadedError("256 calls wait"))

    condemned.refuse(FILE, "text")


def test_worker_that_does_not_start_says_nothing_of_the_document():
    condemned = Condemned()
    condemned.note(FILE, "text", WorkerLostError("no start", details={"last_exit": "exit 1"}))

    condemned.refuse(FILE, "text")


def test_call_that_only_waited_says_nothing_of_the_document():
    condemned = Condemned()
    for _ in range(2):
        waited = CallTimeoutError("30 s", details={"was_running": False})
        condemned.note(FILE, "text", waited)

    condemned.refuse(FILE, "text")
