"""Lists the fields of a form as they are reported."""

from __future__ import annotations

from collections import Counter
from typing import Any

from workers.hwp.editing.edited import EditedDocument
from workers.hwp.editing.hwpx_library import FormField
from workers.hwp.editing.places import inner_paragraphs
from workers.hwp.editing.stretches import local_name


def list_fields(document: EditedDocument) -> list[dict[str, Any]]:
    """Return every field in the order of the document, each as the fields of HwpField."""
    addresses = addresses_of(document)
    order = {element: number for number, element in enumerate(addresses)}
    fields = sorted(
        document.file.fields(), key=lambda one: order.get(paragraph_of(one), len(order))
    )
    names = Counter(one.name for one in fields)
    return [
        {
            "name": one.name,
            "value": one.value,
            "kind": one.kind,
            "guide": one.guide or None,
            "memo": one.memo or None,
            "address": addresses.get(paragraph_of(one)),
            "duplicates": names[one.name] - 1,
        }
        for one in fields
    ]


def addresses_of(document: EditedDocument) -> dict[Any, str | None]:
    """Return the address of every paragraph by its element, in order."""
    return {place.element: place.address for place in document.find().places}


def paragraph_of(field: FormField) -> Any:
    """Return the paragraph in which a field begins."""
    if field.kind != "click_here":
        return next(iter(inner_paragraphs(field.element)), None)
    element = field.element
    while element is not None and local_name(element) != "p":
        element = element.getparent()
    return element
