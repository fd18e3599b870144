"""The tools that look for deceit, and those that compare two documents."""

from __future__ import annotations

from typing import Any, Literal

from kebab.mcp.tools.declaration import Base, CallContext, Result, Run, number
from kebab.mcp.tools.hwp.declare import (
    CURSOR,
    PAGE,
    PATH,
    HwpArguments,
    arguments,
    by_path,
    declare,
    for_worker,
    limit,
)
from kebab.wire.hwp.inspection import HwpFindings

_LIST: dict[str, dict[str, Any]] = {"limit": limit(50, 500), "cursor": CURSOR}
_PAIR = {"a": PATH, "b": PATH}
_IR_DIFF = {**_PAIR, **_LIST}
_RENDER_DIFF = {
    **_PAIR,
    "page": PAGE,
    "max_displacement": number("Points.", 0, 1000, whole=False) | {"default": 1.0},
    **_LIST,
}

UNICODE = by_path(
    "hwp_inspect_unicode",
    "Look for deceptive characters",
    "Invisible, reordering and look-alike characters.",
    "inspect",
    HwpFindings,
    cli="inspect-unicode PATH",
    properties=_LIST,
    fixed={"check": "unicode", "min_confidence": 0.0, "threshold_pt": 1.0},
)
INJECTION = by_path(
    "hwp_inspect_injection",
    "Look for orders to an agent",
    "Text that reads as instructions to a language model.",
    "inspect",
    HwpFindings,
    cli="inspect-injection PATH",
    properties={"min_confidence": number("", 0, 1, whole=False) | {"default": 0.3}, **_LIST},
    fixed={"check": "injection", "threshold_pt": 1.0},
)
HIDDEN_TEXT = by_path(
    "hwp_inspect_hidden_text",
    "Look for hidden text",
    "Text too small to see, or in the colour of its ground.",
    "inspect",
    HwpFindings,
    cli="inspect-hidden PATH",
    properties={
        "threshold_pt": number("Smaller is hidden.", 0, 100, whole=False) | {"default": 1.0},
        **_LIST,
    },
    fixed={"check": "hidden_text", "min_confidence": 0.0},
)


def _compare(by: Literal["content", "layout"], properties: dict[str, dict[str, Any]]) -> Run:
    async def run(base: Base, request: HwpArguments, _context: CallContext) -> Result:
        given = arguments(properties, request)
        a, b = given.pop("a"), given.pop("b")
        asked = {"page": None, "max_displacement": 1.0, **for_worker(given), "by": by}
        return await base.hwp().exports.diff(a, b, asked)

    return run


IR_DIFF = declare(
    "hwp_ir_diff",
    "Compare two documents",
    "What was added, removed and changed, block by block.",
    _compare("content", _IR_DIFF),
    properties=_IR_DIFF,
    required=("a", "b"),
    cli="diff A B",
)
RENDER_DIFF = declare(
    "hwp_render_diff",
    "Compare how two documents look",
    "Text that moved on its page by more than `max_displacement`, came or went.",
    _compare("layout", _RENDER_DIFF),
    properties=_RENDER_DIFF,
    required=("a", "b"),
    cli="render-diff A B",
)
STATELESS = (UNICODE, INJECTION, HIDDEN_TEXT, IR_DIFF, RENDER_DIFF)
