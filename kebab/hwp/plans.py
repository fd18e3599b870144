"""Runs a plan: several edits of one document and claims about the result, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import ConfigDict, Field

from kebab.errors import InvalidInputError, KebabError
from kebab.hwp.calls import put_together
from kebab.hwp.edits import HwpEdits
from kebab.hwp.handles import Handle
from kebab.hwp.obstacles import why_not
from kebab.hwp.sessions import HwpSessions
from kebab.wire.hwp.editing import HwpPlan, HwpPlanStep
from kebab.wire.hwp.reading import HwpMatches
from kebab.wire.wire_object import WireObject

Operation = Literal[
    "fill_fields", "replace_text", "set_cell", "set_checkbox", "csv_to_table", "redact", "sanitize"
]


class PlanStep(WireObject):
    """One edit."""

    operation: Operation
    args: dict[str, Any] = Field(default_factory=dict)


class PlanAssertion(WireObject):
    """A claim about the edited document: how often a text has to stand in it."""

    text: str = Field(min_length=1)
    at_least: int = Field(default=1, ge=0)
    at_most: int | None = Field(default=None, ge=0)


class PlanInput(WireObject):
    """A plan as it is given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    plan_version: Literal[1] = 1
    input: str
    output: str = ""
    overwrite: bool = False
    dry_run: bool = False
    steps: list[PlanStep] = Field(min_length=1, max_length=200)
    assertions: list[PlanAssertion] = Field(default_factory=list)


class HwpPlans:
    """Works on a document of its own, which no session sees."""

    def __init__(self, sessions: HwpSessions, edits: HwpEdits) -> None:
        self._sessions = sessions
        self._edits = edits

    async def run(self, plan: PlanInput) -> HwpPlan:
        """Make the edits in memory, test the claims, then write."""
        if not plan.dry_run:
            self._edits.output(plan.output, overwrite=plan.overwrite)
        handle = await self._sessions.open_apart(plan.input)
        try:
            return await self._run_open(handle, plan)
        finally:
            await self._sessions.release(handle)

    async def _run_open(self, handle: Handle, plan: PlanInput) -> HwpPlan:
        steps: list[HwpPlanStep] = []
        invalid: list[str] = []
        for number, step in enumerate(plan.steps):
            made, why = await self._step(handle, number, step)
            steps.append(made)
            if why:
                invalid.append(why)
                break
        if not invalid:
            invalid += await self._broken(handle, plan.assertions)
        more: dict[str, Any] = {}
        if not invalid and not plan.dry_run:
            save = await self._edits.save(
                handle, plan.output, format_name="", overwrite=plan.overwrite, verify=True
            )
            more = {"saved": save.saved}
        reply = await self._sessions.asked("summary", handle, {})
        reply.result.clear()
        return put_together(
            HwpPlan,
            reply,
            ok=not invalid,
            dry_run=plan.dry_run,
            steps=steps,
            invalid=invalid,
            **more,
        )

    async def _step(self, handle: Handle, number: int, step: PlanStep) -> tuple[HwpPlanStep, str]:
        message = ""
        try:
            edit = await self._edits.edit_session(handle, step.operation, step.args, dry_run=False)
        except KebabError as error:
            if not isinstance(error, InvalidInputError) and error.code != "cell_out_of_range":
                raise
            message, applied, count = str(error), False, 0
        else:
            applied, count = edit.applied, edit.change_count
            if not applied:
                message = why_not(edit)
        made = HwpPlanStep(
            step=number,
            operation=step.operation,
            applied=applied,
            change_count=count,
            **({"message": message} if message else {}),
        )
        return made, "" if applied else f"step {number} ({step.operation}): {message}"

    async def _broken(self, handle: Handle, assertions: Sequence[PlanAssertion]) -> list[str]:
        broken = []
        for claim in assertions:
            args = _search_for(claim.text)
            answer = await self._sessions.ask("search", handle, args, HwpMatches)
            found = answer.value.total_matches
            most = claim.at_most
            if found < claim.at_least or (most is not None and found > most):
                wanted = (
                    f"at least {claim.at_least}"
                    if most is None
                    else (f"{claim.at_least} to {most}")
                )
                broken.append(
                    f"assertion: {claim.text[:80]!r} stands there {found} times, not {wanted}"
                )
        return broken


def _search_for(text: str) -> Mapping[str, Any]:
    return {
        "query": text,
        "case_sensitive": True,
        "regex": False,
        "scope": "all",
        "max_matches": 1,
        "context_chars": 0,
        "with_page": False,
        "cursor": None,
    }
