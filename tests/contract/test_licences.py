"""What is installed with kebab is under licences that let it come along, and is listed."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def licences():
    spec = importlib.util.spec_from_file_location("licences", ROOT / ".ci" / "licences.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["licences"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["licences"]


def test_every_licence_of_what_is_installed_is_allowed(licences):
    refused = [one for one in licences.installed_licences() if not one.is_allowed]

    assert refused == []


def test_the_list_names_all_that_is_installed_as_it_is(licences):
    text = licences.LIST.read_text("utf-8")
    rows = [f"| {one.name} | {one.licence} |" for one in licences.installed_licences()]
    missing = [row for row in rows if row not in text]

    assert len(rows) > 50
    assert missing == [], "run `python .ci/licences.py`"


def test_the_list_names_every_direct_dependency_and_every_carried_part(licences):
    text = licences.LIST.read_text("utf-8")
    cards = sorted((ROOT / "kebab/models").glob("*/MODEL_CARD.md"))

    named = [line.split(" ")[1] for line in text.splitlines() if line.startswith("| ")]
    assert {one.name for one in licences.direct_requirements()} <= set(named)
    assert [str(card.relative_to(ROOT)) in text for card in cards] == [True] * len(cards)
    for _, licence, place in licences.PARTS:
        said = (ROOT / place).read_text("utf-8").replace("Apache License 2.0", "Apache-2.0")
        assert licence in said


@pytest.mark.parametrize(
    ("licence", "is_allowed"),
    [
        ("MIT", True), ("Apache-2.0 WITH LLVM-exception", True), ("GPL-3.0-only OR MIT", True),
        ("(MIT OR GPL-2.0) AND ISC", False), ("GPL-3.0-or-later", False), ("AGPL-3.0", False),
        ("LGPL-2.1 AND MIT", False), ("GPL-3.0-only AND (MIT OR ISC)", False),
        ("MIT AND (ISC OR 0BSD)", True), ("", False), ("Proprietary", False),
    ],
)  # fmt: skip
def test_a_licence_that_asks_for_more_or_says_nothing_is_refused(licences, licence, is_allowed):
    assert licences.Licence("x", licence).is_allowed is is_allowed
