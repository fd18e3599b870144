"""Which elements stand below the root of an XML text."""

from workers.extract.code.parse import parse_code
from workers.extract.code.xml_elements import xml_symbols
from workers.extract.limits import Limits

POM = """<?xml version="1.0" encoding="UTF-16"?>
<project>
  <dependencies>
    <dependency/>
  </dependencies>
  <bean id="store"
        class="x">
  </bean>
</project>
"""
BOMB = """<!DOCTYPE a [
<!ENTITY x "xxxxxxxxxx">
<!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;">
]>
<a><b>&y;</b></a>
"""
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<a><b>&x;</b></a>\n'


def told(text, max_nesting=64):
    symbols, warning = xml_symbols(text, max_nesting)
    return [(symbol.names[0], symbol.row, symbol.end) for symbol in symbols], warning


def test_elements_below_the_root_are_named_by_tag_and_id():
    assert told(POM) == ([("dependencies", 2, 4), ("bean store", 5, 7)], "")


def test_entities_are_neither_expanded_nor_fetched():
    for text in (BOMB, OUTSIDE):
        symbols, warning = told(text)
        assert symbols == []
        assert "entities" in warning


def test_xml_that_is_not_well_formed_is_still_read_with_a_warning():
    canonical = parse_code(b"<a>\n<b>\n</a>\n", "x.xml", Limits())

    assert canonical.blocks[0].text == "<a>\n<b>\n</a>"
    assert "not well-formed XML" in canonical.warnings[0]


def test_nesting_over_the_limit_is_not_followed():
    assert told("<a>" * 100_000)[1] == "XML is nested deeper than 64"
