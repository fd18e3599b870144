"""The documents that are open."""

from __future__ import annotations

from pathlib import Path

import pytest

from kebab.errors import HandleUnknownError, OverloadedError, UnsavedEditsError
from kebab.hwp.file_state import FileState
from kebab.hwp.handles import Handle, Handles


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def handles(clock):
    return Handles(2, 60.0, clock)


def added(handles, clock):
    state = FileState(1, 2, "a")
    handle = Handle(handles.reserve(), Path("/a.hwp"), state, 0, 3, clock.now)
    handles.add(handle)
    return handle


def test_number_never_comes_again(handles, clock):
    first = added(handles, clock)
    handles.close(first.name, discard=False)

    assert (first.name, added(handles, clock).name) == ("doc-1", "doc-2")


def test_one_too_many_is_refused_and_the_open_ones_are_named(handles, clock):
    added(handles, clock)
    added(handles, clock)

    with pytest.raises(OverloadedError) as refused:
        handles.refuse_if_full()
    assert refused.value.details["open"] == ["doc-1", "doc-2"]


@pytest.mark.parametrize("name", ["doc-1", "doc-9", "", "x" * 1000])
def test_unknown_one_says_how_to_open_it(handles, clock, name):
    handles.close(added(handles, clock).name, discard=False)

    with pytest.raises(HandleUnknownError) as unknown:
        handles.use(name)
    assert unknown.value.details["next_call"]["name"] == "hwp_open"
    assert len(str(unknown.value)) < 200


def test_unsaved_edits_have_to_be_discarded(handles, clock):
    handle = added(handles, clock)
    handle.edits.append({"op": "set_cell", "args": {}})

    with pytest.raises(UnsavedEditsError) as refused:
        handles.close(handle.name, discard=False)
    assert refused.value.details["unsaved_edits"] == 1
    assert handles.use(handle.name) is handle
    assert handles.close(handle.name, discard=True) is handle


def test_saved_edits_are_none_to_lose(handles, clock):
    handle = added(handles, clock)
    handle.edits.append({"op": "set_cell", "args": {}})
    handle.saved = 1

    assert handles.close(handle.name, discard=False) is handle


def test_idle_one_expires_unless_it_has_edits_or_is_in_use(handles, clock):
    idle, edited = added(handles, clock), added(handles, clock)
    edited.edits.append({"op": "set_cell", "args": {}})
    clock.now += 59.9
    assert handles.expire() == []

    clock.now += 0.1

    assert handles.expire() == [idle]
    assert handles.all() == [edited]


@pytest.mark.anyio
async def test_one_whose_call_is_under_way_does_not_expire(handles, clock):
    handle = added(handles, clock)
    clock.now += 1000

    async with handle.lock:
        assert handles.expire() == []
    assert handles.expire() == [handle]


def test_use_puts_the_expiry_off(handles, clock):
    handle = added(handles, clock)
    clock.now += 50
    handles.use(handle.name)
    clock.now += 50

    assert handles.expire() == []
    assert handles.idle_of(handle) == 50
