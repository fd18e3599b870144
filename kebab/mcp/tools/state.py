"""The tools that tell about the knowledge base itself: `schema` and `doctor`."""

from __future__ import annotations

from kebab.mcp.tools.declaration import Base, CallContext, ToolDeclaration, schema_of
from kebab.wire.doctor import DoctorReport, SchemaInfo
from kebab.wire.inputs import NoInput


async def _schema(base: Base, _request: NoInput, _context: CallContext) -> SchemaInfo:
    return await base.schema()


async def _doctor(base: Base, _request: NoInput, _context: CallContext) -> DoctorReport:
    return await base.doctor()


SCHEMA = ToolDeclaration(
    name="schema",
    title="What the knowledge base holds",
    description=(
        "Counts of documents, chunks and vectors by language, kind of file and source, the last"
        " ingest, and what this kebab can do. Read it to choose filters."
    ),
    input_schema=schema_of(),
    read_only=True,
    destructive=False,
    idempotent=True,
    cli="kebab schema --json",
    input_model=NoInput,
    run=_schema,
)

DOCTOR = ToolDeclaration(
    name="doctor",
    title="Check the knowledge base",
    description=(
        "Check settings, index, models and workers when answers look wrong or a tool failed. Each"
        " failed check says what to do."
    ),
    input_schema=schema_of(),
    read_only=True,
    destructive=False,
    idempotent=True,
    cli="kebab doctor --json",
    input_model=NoInput,
    run=_doctor,
)

TOOLS = (SCHEMA, DOCTOR)
