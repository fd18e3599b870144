"""The tools for many documents at once, and for a plan of several edits."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from kebab.errors import InvalidInputError
from kebab.hwp.batches import fill_each, for_each, rows_of
from kebab.hwp.plans import PlanInput, PlanStep
from kebab.mcp.tools.declaration import Base, CallContext, Result, schema_of, text, texts
from kebab.mcp.tools.hwp.declare import (
    DRY_RUN,
    OVERWRITE,
    PATH,
    HwpArguments,
    arguments,
    declare,
    limit,
)
from kebab.mcp.tools.hwp.editing import operation_properties
from kebab.mcp.tools.hwp.reading import SCOPE
from kebab.mcp.validation import check_arguments
from kebab.wire.hwp.envelope import HwpObject
from kebab.wire.hwp.reading import HwpDigest, HwpInfo, HwpMatches, HwpStructure, HwpText
from kebab.wire.hwp.tables import HwpFields, HwpTables
from kebab.wire.wire_object import WireObject

_PATHS = texts(minItems=1, maxItems=200)
_READS: dict[str, tuple[str, type[HwpObject], dict[str, Any]]] = {
    "info": ("info", HwpInfo, {}),
    "text": ("text", HwpText, {"scope": "all", "page": None, "cursor": None}),
    "fields": ("fields", HwpFields, {"cursor": None}),
    "tables": ("tables", HwpTables, {"table": None, "cursor": None}),
    "structure": ("structure", HwpStructure, {"mode": "auto", "cursor": None}),
    "digest": ("digest", HwpDigest, {}),
}
_BATCH = {
    "subcommand": {"type": "string", "enum": list(_READS)},
    "paths": _PATHS,
    "limit": limit(20, 200, "Entries a document."),
    "max_chars": limit(2000, 20_000, "Characters a document."),
}
_SEARCH = {
    "query": text(minLength=1, maxLength=1000),
    "paths": _PATHS,
    "scope": SCOPE,
    "max_matches": limit(10, 200, "Matches a document."),
}
_FILL = {
    "form": PATH,
    "data": text("A .csv with a header, or a .jsonl.", minLength=1, maxLength=4096),
    "output_dir": text("Absolute path of the folder to write into.", minLength=1, maxLength=4096),
    "name_field": text("The column that names the files.", maxLength=200) | {"default": ""},
    "overwrite": OVERWRITE,
    "dry_run": DRY_RUN,
}
_PLAN = {
    "plan": {
        "type": "object",
        "description": "plan_version 1, input, output, overwrite, dry_run,"
        " steps [{operation: fill_fields, replace_text, set_cell, set_checkbox, csv_to_table,"
        " redact or sanitize, args: as of the tool hwp_<operation>}],"
        " assertions [{text, at_least, at_most}].",
    }
}


async def _batch(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    given = arguments(_BATCH, request)
    op, model, fixed = _READS[given["subcommand"]]
    asked = {**fixed, "limit": given["limit"], "max_chars": given["max_chars"]}
    service = base.hwp()

    async def one(path: str) -> WireObject:
        return (await service.exports.read(op, path, asked, model)).value

    return await for_each(given["paths"], one, service.pool.size)


async def _batch_search(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    given = arguments(_SEARCH, request)
    asked = {
        "query": given["query"],
        "scope": given["scope"],
        "max_matches": given["max_matches"],
        "case_sensitive": False,
        "regex": False,
        "context_chars": 60,
        "with_page": False,
        "cursor": None,
    }
    service = base.hwp()

    async def one(path: str) -> WireObject:
        return (await service.exports.read("search", path, asked, HwpMatches)).value

    return await for_each(given["paths"], one, service.pool.size)


async def _batch_fill(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    given = arguments(_FILL, request)
    service = base.hwp()
    data = await service.exports.input_bytes(given["data"])
    return await fill_each(
        service.edits,
        form=given["form"],
        rows=rows_of(data, given["data"]),
        folder=given["output_dir"],
        name_field=given["name_field"],
        overwrite=given["overwrite"],
        dry_run=given["dry_run"],
        at_once=service.pool.size,
    )


async def _run_plan(base: Base, request: HwpArguments, _context: CallContext) -> Result:
    given = arguments(_PLAN, request)
    try:
        plan = PlanInput.model_validate(given["plan"])
    except ValidationError as cause:
        first = cause.errors(include_url=False, include_input=False)[0]
        name = ".".join(("plan", *(str(part) for part in first["loc"])))
        raise InvalidInputError(
            f"{name}: {first['msg']}",
            hint="kebab://recipes/fill-a-form shows a plan",
            details={"argument": name},
        ) from cause
    steps = [_checked(number, step) for number, step in enumerate(plan.steps)]
    return await base.hwp().plans.run(plan.model_copy(update={"steps": steps}))


def _checked(number: int, step: PlanStep) -> PlanStep:
    """Hold a step against what its operation takes, and fill in what was left out."""
    properties = operation_properties()[step.operation]
    required = [name for name, schema in properties.items() if "default" not in schema]
    given = check_arguments(f"plan.steps.{number}", schema_of(required, **properties), step.args)
    filled = {name: given.get(name, schema.get("default")) for name, schema in properties.items()}
    return step.model_copy(update={"args": filled})


BATCH = declare(
    "hwp_batch",
    "Read many documents",
    "One reading of each of the paths; one that fails does not stop the others.",
    _batch,
    properties=_BATCH,
    required=("subcommand", "paths"),
    cli="batch SUBCOMMAND PATHS...",
)
BATCH_SEARCH = declare(
    "hwp_batch_search",
    "Search many documents",
    "Find text in each of the paths.",
    _batch_search,
    properties=_SEARCH,
    required=("query", "paths"),
    cli="batch-search QUERY PATHS...",
)
BATCH_FILL = declare(
    "hwp_batch_fill",
    "Fill a form for each row",
    "One new file a row of data; columns are named like the fields of the form.",
    _batch_fill,
    properties=_FILL,
    required=("form", "data", "output_dir"),
    cli="batch-fill FORM DATA OUTPUT_DIR",
    read_only=False,
)
RUN_PLAN = declare(
    "hwp_run_plan",
    "Run a plan of edits",
    "Several edits and claims about the result; all hold, or nothing is written.",
    _run_plan,
    properties=_PLAN,
    required=("plan",),
    cli="plan PLAN",
    read_only=False,
    idempotent=False,
)
STATELESS = (BATCH, BATCH_SEARCH, BATCH_FILL, RUN_PLAN)
