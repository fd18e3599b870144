"""Which titles that PDFs state are taken."""

import pytest

from workers.extract.pdf_title import is_file_name, sensible_title


@pytest.mark.parametrize(
    "stated",
    [
        "",
        "   ",
        "Untitled",
        "untitled-2",
        "Document1",
        "Microsoft Word - Document1",
        "PowerPoint Presentation",
        "Adobe Photoshop PDF",
        "final_v3.docx",
        "C:\\texts\\final.doc",
        "NFY5f7Ft2DWMkxLhXwxvFf7eWR2KeK3vEDcd",
        "\ufffd\ufffdtitle",
        "1234",
        "제목 없음",
    ],
)
def test_what_a_program_has_put_there_is_no_title(stated):
    assert sensible_title(stated) == ""


@pytest.mark.parametrize("stated", ["Storms", "A book of 12 storms", "등대 안내서", "Model T-1000"])
def test_a_name_is_a_title(stated):
    assert sensible_title(f" {stated}\n") == stated


def test_title_that_repeats_the_file_is_known():
    assert is_file_name("Report-2", "folder/report-2.pdf")
    assert is_file_name("\u1103\u1173\u11bc", "\ub4f1.pdf")
    assert not is_file_name("Report", "folder/report-2.pdf")
