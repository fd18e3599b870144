"""What a document may ask of its reader."""

import pytest

from workers.extract.limits import Limits
from workers.hwp.demands import MAX_XML_DEPTH, Demands, ExcessError


@pytest.fixture
def demands():
    return Demands(Limits(max_cells=100, max_nesting=3))


def test_tables_within_the_limit_pass(demands):
    demands.table(9, 10)
    demands.table(2, 5)


def test_cells_are_added_up_over_all_tables(demands):
    demands.table(9, 10)

    with pytest.raises(ExcessError, match="3 x 4"):
        demands.table(3, 4)


def test_fields_that_cells_cover_are_added_up(demands):
    demands.span(5, 10)
    demands.span(5, 10)

    with pytest.raises(ExcessError, match="covers 1 x 1"):
        demands.span(1, 1)


def test_nesting_is_bounded_by_the_setting_and_xml_by_what_the_reader_survives(demands):
    demands.nesting(3)
    demands.xml_depth(MAX_XML_DEPTH)

    with pytest.raises(ExcessError):
        demands.nesting(4)
    with pytest.raises(ExcessError):
        demands.xml_depth(MAX_XML_DEPTH + 1)


@pytest.mark.parametrize("script", ["sqrt {" * 300 + "}" * 300, "sqrt " * 2000])
def test_a_deep_equation_forbids_laying_out_and_nothing_else(demands, script):
    demands.equation("{n(n+1)} over {2}")
    assert not demands.unsafe_to_render

    demands.equation(script)

    assert demands.unsafe_to_render
