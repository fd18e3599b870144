"""The schemas in config/wire/v1 are what the models are, and leave v1 room to grow."""

from __future__ import annotations

import pkgutil
from importlib import import_module

import pytest
from jsonschema import Draft202012Validator
from support.wire_claims import PUBLISHED, validator_of

from kebab import wire
from kebab.errors import KebabError
from kebab.wire.publish import (
    BULK_SEARCH_INPUT,
    published_files,
    published_models,
    schema_of,
    write_schemas,
)
from kebab.wire.wire_object import WireObject

MODELS = published_models()


def parts(schema):
    """Give a schema and all that it is made of."""
    if isinstance(schema, dict):
        yield schema
        for inner in schema.values():
            yield from parts(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from parts(inner)


def test_generating_the_schemas_again_changes_no_byte():
    committed = {path.name: path.read_bytes() for path in PUBLISHED.iterdir()}

    assert {name: text.encode() for name, text in published_files().items()} == committed


def test_schema_that_is_no_longer_generated_is_removed(tmp_path):
    (tmp_path / "old.schema.json").touch()
    (tmp_path / "mine.txt").touch()

    write_schemas(tmp_path)

    assert {path.name for path in tmp_path.iterdir()} == {*published_files(), "mine.txt"}


def test_every_object_that_names_its_version_is_published():
    found = pkgutil.walk_packages(wire.__path__, "kebab.wire.")
    modules = [import_module(module.name) for module in found]
    named = {
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, WireObject)
        if (version := value.model_fields.get("schema_version")) and not version.is_required()
    }

    assert named == {model for version, model in MODELS.items() if version != BULK_SEARCH_INPUT}


@pytest.mark.parametrize(("version", "model"), MODELS.items(), ids=list(MODELS))
class TestEveryPublishedSchema:
    def test_is_a_schema_that_says_what_it_is_for(self, version, model):
        schema = schema_of(version, model)
        Draft202012Validator.check_schema(schema)

        assert schema["title"] == version
        assert schema["$id"] == f"urn:kebab:wire:{version}"
        assert schema["description"]
        assert all(one.get("description") for one in schema.get("$defs", {}).values())

    def test_requires_exactly_what_is_always_there(self, version, model):
        always = {name for name, field in model.model_fields.items() if field.is_required()}
        versioned = {"schema_version"} & model.model_fields.keys()

        assert set(schema_of(version, model)["required"]) == always | versioned

    def test_lets_later_fields_pass_unless_it_is_an_input(self, version, model):
        closed = [
            p for p in parts(schema_of(version, model)) if p.get("additionalProperties") is False
        ]

        assert bool(closed) == (version == BULK_SEARCH_INPUT)


def test_error_names_every_code_and_takes_codes_to_come():
    code = schema_of("error.v1", MODELS["error.v1"])["properties"]["code"]
    later = {"code": "of_tomorrow", "message": "m", "hint": None, "details": {}, "new_field": 1}

    assert code == {"type": "string", "examples": sorted(KebabError.by_code)}
    assert validator_of("error.v1").is_valid({"schema_version": "error.v1", **later})
