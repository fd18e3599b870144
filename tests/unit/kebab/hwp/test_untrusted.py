"""The map of fields that carry a document's own words."""

from __future__ import annotations

import pytest

from kebab.hwp.untrusted import UNTRUSTED
from kebab.wire.publish import published_models, schema_of


@pytest.mark.parametrize("version", sorted(UNTRUSTED))
def test_every_field_that_is_named_is_one_of_the_object(version):
    schema = schema_of(version, published_models()[version])

    for path in UNTRUSTED[version]:
        described = schema
        for step in path.split("."):
            name = step.removesuffix("[]")
            described = found(schema, described)["properties"][name]
            if step.endswith("[]"):
                described = found(schema, described)["items"]


def found(schema, described):
    """Follow a reference, and the part of an optional value that is not null."""
    for option in described.get("anyOf", []):
        if option.get("type") != "null":
            described = option
    if "$ref" in described:
        return schema["$defs"][described["$ref"].rsplit("/", 1)[-1]]
    return described


def test_every_object_about_a_document_is_in_the_map_or_holds_none_of_its_words():
    plain = {
        *("hwp_batch.v1", "hwp_closed.v1", "hwp_files.v1", "hwp_handle.v1", "hwp_handles.v1"),
        *("hwp_provenance.v1", "hwp_schema.v1", "hwp_summary.v1", "hwp_thumbnail.v1"),
    }

    assert {name for name in published_models() if name.startswith("hwp_")} == plain | {*UNTRUSTED}
