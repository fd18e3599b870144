"""What an agent is told at the start."""

from __future__ import annotations

from kebab.mcp.instructions import NOTHING, Holdings, compose


def test_they_count_documents_and_name_the_frequent_languages():
    languages = tuple((name, 10 - n) for n, name in enumerate("abcdef"))
    said = compose(Holdings(45, 90, 90, languages), readonly=False)

    assert "45 documents (a 10, b 9, c 8, d 7, e 6 and others)" in said
    assert "vectors" not in said


def test_they_say_what_is_missing():
    assert "no vectors yet" in compose(Holdings(1, 9, 0, (("en", 1),)), readonly=False)
    assert "33 % of the passages" in compose(Holdings(1, 9, 3, (("en", 1),)), readonly=False)
    assert "Nothing is indexed yet" in compose(NOTHING, readonly=False)


def test_without_a_look_they_claim_nothing():
    said = compose(None, readonly=False)

    assert "search" in said
    assert "indexed" not in said.lower()


def test_a_read_only_server_does_not_offer_to_take_in():
    assert "read-only" in compose(NOTHING, readonly=True)
    assert "ingest_file" not in compose(NOTHING, readonly=True)
