"""Whatever the library raises becomes an error of ours."""

import pytest
from support import hwpx
from support.hwp_forms import build, with_parts, write_form

from kebab.errors import UnreadableDocumentError
from workers.hwp.editing.hwpx_library import HwpxFile


@pytest.mark.parametrize(
    "data",
    [
        hwpx.hwpx(hwpx.paragraph("it has no container.xml, which only the editor asks for")),
        with_parts(build(write_form), {"META-INF/container.xml": b"<a"}),
        b"PK no package",
    ],
    ids=["no container", "broken container", "no package"],
)
def test_package_that_the_editor_cannot_open_is_told_as_unreadable(data):
    with pytest.raises(UnreadableDocumentError, match="opening it for editing failed"):
        HwpxFile(data, "form.hwpx")
