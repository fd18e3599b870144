"""What stands in the way of an edit."""

import pytest

from kebab.hwp.obstacles import is_done, why_not
from kebab.wire.hwp.editing import HwpEdit
from kebab.wire.hwp.envelope import HwpSource

SOURCE = HwpSource(path="/a.hwpx", format="hwpx", size_bytes=1, mtime="", sha256="")


def edit(**more):
    fields = {"operation": "fill_fields", "applied": False, "dry_run": False, "change_count": 0}
    return HwpEdit(source=SOURCE, **{**fields, "changes": [], **more})


@pytest.mark.parametrize(
    ("found", "why"),
    [
        ({}, "nothing was there to change"),
        ({"not_found": ["수신", "x"]}, "not found: 수신, x"),
        (
            {"not_found": ["수신", "x"], "confusable": {"수신": ["수신자", "수신처"]}},
            "not found: 수신 (is it 수신자, 수신처?), x",
        ),
        ({"ambiguous": ["이름"], "invalid": ["나이"]}, "ambiguous: 이름; invalid: 나이"),
    ],
)
def test_every_obstacle_is_named_with_what_may_be_meant(found, why):
    assert why_not(edit(**found)) == why


def test_an_edit_is_done_when_it_is_saved_and_a_trial_when_nothing_stands_in_its_way():
    assert not is_done(edit(replaced_count=0))
    assert is_done(edit(dry_run=True, not_found=[]))
    assert not is_done(edit(dry_run=True, ambiguous=["x"]))
