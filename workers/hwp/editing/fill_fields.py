"""Fills fields of a form by name, all of them or none.

Hancom fills all fields of a name at once, and takes `name{{1}}` for the second of them. Here a name
that several fields have is reported as ambiguous and nothing is filled, unless `all_duplicates`
says that all are meant, or `{{n}}` which one. A name that no field has is never guessed at, but the
fields that look like it are named.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kebab.errors import InvalidInputError
from workers.hwp.editing.allowed_text import allowed
from workers.hwp.editing.edited import EditedDocument
from workers.hwp.editing.form_fields import addresses_of, paragraph_of
from workers.hwp.editing.hwpx_library import FormField
from workers.hwp.editing.near_names import composed, confusable
from workers.hwp.editing.plan import Change, Plan
from workers.hwp.editing.stretches import local_name

_OBJECTS = {"pic": "picture", "tbl": "table", "equation": "formula"}
_NUMBERED = re.compile(r"(.+)\{\{(\d{1,4})\}\}")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What the names lead to."""

    fills: tuple[tuple[str, FormField, str], ...]
    not_found: tuple[str, ...]
    ambiguous: tuple[str, ...]
    confusable: dict[str, list[str]]
    invalid: tuple[str, ...]


def fill_fields(document: EditedDocument, args: Mapping[str, Any]) -> Plan:
    """Plan to fill `data`, values by the names of fields. `all_duplicates` fills every namesake."""
    data = _checked(args["data"])
    fields = document.file.fields()
    wanted = _find(fields, data, all_duplicates=bool(args.get("all_duplicates", False)))
    addresses = addresses_of(document)
    changing = [(name, one, value) for name, one, value in wanted.fills if one.value != value]
    filled = tuple(dict.fromkeys(name for name, _, _ in changing))
    may = not (wanted.not_found or wanted.ambiguous or wanted.invalid)
    lost = {one.name: objects for _, one, _ in changing if (objects := _objects_in(one))}

    def make() -> None:
        for _, field, value in reversed(changing):  # one inside another goes with that one's value
            document.file.fill(field, value)

    return Plan(
        changes=tuple(
            Change(addresses.get(paragraph_of(one)), one.value, value, one.name)
            for _, one, value in changing
        ),
        make=make if may and changing else None,
        touched=tuple(element for _, one, _ in changing for element in _reach(one)),
        marks=frozenset(f"[{kind}]" for kinds in lost.values() for kind in kinds),
        warnings=tuple(
            f"with its old value the field {name!r} loses: {', '.join(kinds)}"
            for name, kinds in lost.items()
        ),
        filled=filled if may else (),
        not_found=wanted.not_found,
        ambiguous=wanted.ambiguous,
        confusable=wanted.confusable,
        unchanged=tuple(name for name, one, value in wanted.fills if one.value == value),
        invalid=wanted.invalid,
    )


def _checked(data: object) -> dict[str, str]:
    if not isinstance(data, Mapping) or not data:
        raise InvalidInputError(
            "data gives values by the names of fields, and has to name one at least",
            hint="hwp_fields lists the names",
            details={"argument": "data"},
        )
    for name, value in data.items():
        if not isinstance(name, str) or not isinstance(value, str):
            raise InvalidInputError(
                f"the value of the field {name!r} has to be a text",
                hint="put the value into quotation marks",
                details={"argument": "data"},
            )
    return {composed(name): allowed(value, f"data.{name}") for name, value in data.items()}


def _find(fields: Sequence[FormField], data: Mapping[str, str], *, all_duplicates: bool) -> _Wanted:
    by_name: dict[str, list[FormField]] = {}
    for field in fields:
        if name := composed(field.name):
            by_name.setdefault(name, []).append(field)
    fills: list[tuple[str, FormField, str]] = []
    not_found: list[str] = []
    ambiguous: list[str] = []
    for name, value in data.items():
        found = _named(by_name, name)
        if not found:
            not_found.append(name)
        elif len(found) > 1 and not all_duplicates:
            ambiguous.append(name)
        else:
            fills += [(name, field, value) for field in found]
    invalid = [name for name, field, _ in fills if not field.has_end]
    near = confusable(not_found, by_name)
    return _Wanted(tuple(fills), tuple(not_found), tuple(ambiguous), near, tuple(invalid))


def _named(by_name: Mapping[str, list[FormField]], name: str) -> list[FormField]:
    if name in by_name:
        return by_name[name]
    if numbered := _NUMBERED.fullmatch(name):
        index = int(numbered[2])
        return by_name.get(numbered[1].strip(), [])[index : index + 1]
    return []


def _reach(field: FormField) -> list[Any]:
    """Return the elements that filling a field may change: it may go on over paragraphs."""
    if field.kind != "click_here":
        return [field.element]
    start = paragraph_of(field)
    reached = [start]
    for paragraph in start.itersiblings():
        if any(_ends(one, field) for one in start.iter()):
            break
        reached.append(paragraph)
        if any(_ends(one, field) for one in paragraph.iter()):
            break
    return reached


def _objects_in(field: FormField) -> list[str]:
    """Name the objects in a field over several paragraphs, which is emptied before it is filled."""
    reached = _reach(field)
    if len(reached) <= 1:
        return []
    inside = False
    found: list[str] = []
    for element in (one for paragraph in reached for one in paragraph.iter()):
        if _ends(element, field):
            break
        if inside and (kind := _OBJECTS.get(local_name(element))):
            found.append(kind)
        inside = inside or element is field.element
    return found


def _ends(element: Any, field: FormField) -> bool:
    return local_name(element) == "fieldEnd" and element.get("beginIDRef") == field.element.get(
        "id"
    )
