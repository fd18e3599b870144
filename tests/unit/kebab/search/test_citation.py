"""How a hit names its place."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from support.documents import new_document

from kebab.catalog.records import Chunk, Document
from kebab.search.citation import cite, encoded_path
from kebab.search.freshness import FRESH
from kebab.wire.place import Place

SHOWN = {
    Place(): ({}, "L5-L9"),
    Place("code", symbol="Pool.close"): ({"symbol": "Pool.close", "lang": "python"}, "L5-L9"),
    Place("page", page=3): ({"page": 3}, "p=3"),
    Place("region", page=2, box=(1, 2, 30, 40)): (
        {"page": 2, "x": 1, "y": 2, "w": 30, "h": 40},
        "p=2&xywh=1,2,30,40",
    ),
    Place("paragraph", section=1, paragraph=4, paragraph_end=6, page=2): (
        {"section_number": 1, "paragraph": 4, "paragraph_end": 6, "page": 2},
        "s=1&para=4-6&p=2",
    ),
    Place("slide", slide=7): ({"slide": 7}, "slide=7"),
    Place("sheet", sheet="Sales & more", row=2, row_end=40): (
        {"sheet": "Sales & more", "row": 2, "row_end": 40},
        "sheet=Sales%20%26%20more&row=2-40",
    ),
    Place("cell", cell=3): ({"cell": 3}, "cell=3"),
    Place("message", message=12): ({"message": 12}, "msg=12"),
}


def cited(place, start=5, end=9):
    new = new_document("docs/한글.md")
    names = set(Document.__dataclass_fields__) & set(new.__dataclass_fields__)
    fields = {name: getattr(new, name) for name in names} | {"code_lang": "python"}
    document = Document(id="d", version=1, shard=0, created_at_ms=0, updated_at_ms=0, **fields)
    chunk = Chunk(1, "c" * 32, "d", 0, 0, ("A", "B"), "text", start, end, 1, place)
    return cite(document, chunk, FRESH)


@pytest.mark.parametrize("place", SHOWN, ids=lambda place: place.kind)
def test_every_kind_of_place_has_its_fields_and_its_fragment(place):
    fields, fragment = SHOWN[place]
    citation = cited(place).model_dump(exclude_unset=True)
    always = {"schema_version", "kind", "path", "uri", "start", "end", "indexed_at", "stale"}

    assert citation["uri"] == f"docs/한글.md#{fragment}"
    assert citation["kind"] == place.kind
    assert (citation["start"], citation["end"], citation["section"]) == (5, 9, "B")
    assert {k: v for k, v in citation.items() if k not in always | {"section"}} == fields


def test_range_of_one_line_has_one_number():
    assert cited(Place(), 5, 5).uri == "docs/한글.md#L5"


@pytest.mark.parametrize("path", ["a#b.md", "100%.md", "# Meeting [x] (1) & 5?.md", "a%23\u3000b"])
def test_path_comes_back_from_the_uri(path):
    encoded = encoded_path(path)

    assert unquote(encoded) == path
    assert "#" not in encoded
    assert not any(char.isspace() for char in encoded)
