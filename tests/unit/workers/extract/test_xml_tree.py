"""XML is parsed without anything of it being expanded or fetched."""

import pytest

from kebab.errors import UnreadableDocumentError
from workers.extract.xml_tree import parse_html, parse_xhtml, parse_xml, text_of


@pytest.fixture
def secret(tmp_path):
    path = tmp_path / "secret.txt"
    path.write_text("SECRET")
    return path.as_uri()


def test_internal_and_external_entities_stay_as_they_are(secret):
    head = f'<!DOCTYPE a [<!ENTITY one "ONE"><!ENTITY file SYSTEM "{secret}">]>'
    data = f"{head}<a>x&one;&file;y</a>".encode()

    for root in (parse_xml(data, "a", "b"), parse_xhtml(data, "a", "b")):
        assert text_of(root) == "x&one;&file;y"


def test_dtd_of_another_file_is_not_loaded(secret):
    data = f'<!DOCTYPE a SYSTEM "{secret}"><a>x</a>'.encode()

    assert text_of(parse_xml(data, "a", "b")) == "x"


def test_entities_that_grow_are_refused():
    grown = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 12))
    data = f'<!DOCTYPE a [<!ENTITY a0 "ha">{grown}]><a>&a11;</a>'.encode()

    with pytest.raises(UnreadableDocumentError, match=r"a is no b .*: its entities unfold into"):
        parse_xml(data, "a", "b")


def test_entities_that_hold_each_other_are_refused_in_the_same_words():
    data = b'<!DOCTYPE a [<!ENTITY b "&c;"><!ENTITY c "&b;">]><a x="&b;"/>'

    with pytest.raises(UnreadableDocumentError, match="its entities unfold into"):
        parse_xml(data, "a", "b")


def test_names_of_characters_are_read_in_pages_that_are_xml():
    root = parse_xhtml(b"<p>a&nbsp;b&amp;c&eacute;</p>", "a", "b")

    assert text_of(root) == "a\u00a0b&c\u00e9"


def test_page_that_is_whole_says_so():
    assert parse_html("<p>x", "a")[1]
    assert not parse_html("<div>" * 9999, "a")[1]
