"""Pages that are read by OCR: each once, and told of one by one."""

from __future__ import annotations

import pytest

from kebab.errors import ProviderError


@pytest.fixture
def scanned(base):
    """Give a base whose PDF has three pages without text."""
    base.write("scan.pdf", "one\n\ntwo\n\nthree")
    answer = base.pool.call

    async def call(method, params, **limits):
        if method == "read_page":
            base.pool.calls.append((method, params))
            if (error := base.pool.fails(method, params)) is not None:
                raise error
            return {"lines": [], "warnings": []}
        result = await answer(method, params, **limits)
        if method == "extract" and "read_pages" not in params:
            result["pages_to_read"] = [1, 2, 5]
        return result

    base.pool.call = call
    return base


def test_each_page_is_told_of(scanned):
    scanned.ingest()

    started = [event for event in scanned.events if event.kind == "asset_started"]
    assert [(one.idx, one.path, one.page, one.pages) for one in started] == [
        (1, "scan.pdf", None, None),
        (1, "scan.pdf", 1, 3),
        (1, "scan.pdf", 2, 3),
        (1, "scan.pdf", 3, 3),
    ]


def test_page_that_was_read_once_is_not_read_again(scanned):
    scanned.ingest()
    scanned.ingest(force=True)

    assert scanned.pool.count("read_page") == 3


def test_engine_that_is_missing_is_one_warning(scanned):
    scanned.pool.fails = lambda method, _params: (
        ProviderError("no engine", hint="install one") if method == "read_page" else None
    )
    (item,) = scanned.ingest().items

    assert item.kind == "new"
    assert item.warnings == ["pages 1, 2, 5 not read: no engine; install one"]
