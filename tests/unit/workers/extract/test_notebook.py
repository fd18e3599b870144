"""What is read of a Jupyter notebook."""

import json

import pytest

from kebab.errors import UnreadableDocumentError
from workers.chunk.blocks import Kind
from workers.extract.limits import Limits
from workers.extract.notebook import parse_notebook

NOTEBOOK = {
    "nbformat": 4,
    "metadata": {"language_info": {"name": "python"}},
    "cells": [
        {"cell_type": "markdown", "source": ["# Load the data\n"]},
        {
            "cell_type": "code",
            "source": "x = 1\nx",
            "outputs": [
                {"output_type": "stream", "text": ["read\n", "done\n"]},
                {"output_type": "display_data", "data": {"image/png": "AAAA"}},
                {"output_type": "error", "ename": "KeyError", "evalue": "'a'", "traceback": []},
            ],
        },
        {"cell_type": "markdown", "source": "Some *words*.\n\n- item"},
    ],
}


def read(notebook, **limits):
    data = notebook if isinstance(notebook, bytes) else json.dumps(notebook).encode()
    return parse_notebook(data, "a.ipynb", Limits(**limits))


def test_cells_are_prose_code_and_what_it_printed():
    canonical = read(NOTEBOOK)

    assert [(block.kind, block.place.cell, block.text) for block in canonical.blocks] == [
        (Kind.HEADING, 1, "# Load the data"),
        (Kind.CODE, 2, "x = 1\nx"),
        (Kind.CODE, 2, "Output:\nread\ndone\nKeyError: 'a'"),
        (Kind.PARAGRAPH, 3, "Some *words*."),
        (Kind.LIST, 3, "- item"),
    ]
    assert canonical.blocks[0].title == "Load the data"
    assert canonical.code_lang == "python"
    assert canonical.warnings == ("1 image was left out",)


def test_heading_alone_goes_with_the_cell_below_it():
    assert [block.division for block in read(NOTEBOOK).blocks] == [2, 2, 2, 3, 3]


def test_long_output_is_cut_and_told():
    output = {"output_type": "stream", "text": "x" * 5000}
    canonical = read({"cells": [{"cell_type": "code", "source": "a", "outputs": [output]}]})

    assert len(canonical.blocks[1].text) == 2008
    assert "outputs of 1 cell were cut" in canonical.warnings[0]


def test_notebook_of_version_3_is_read():
    old = {
        "worksheets": [
            {
                "cells": [
                    {"cell_type": "heading", "level": 2, "source": "Old"},
                    {"cell_type": "code", "input": "print 1", "outputs": []},
                ]
            }
        ]
    }

    assert [(block.level, block.text) for block in read(old).blocks] == [(2, "Old"), (0, "print 1")]


def test_cells_beyond_the_limit_are_left_out_and_told():
    assert read(NOTEBOOK, max_pages=1).warnings == ("cells from 2 on were left out",)


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"[1]", b'{"cells": 3}', b"[" * 100_000, b'{"cells":' + b"[" * 50_000],
)
def test_what_is_no_notebook_is_one_clear_error(data):
    with pytest.raises(UnreadableDocumentError, match=r"a\.ipynb is no Jupyter notebook"):
        read(data)


def test_cells_of_the_wrong_shape_do_no_harm():
    odd = {
        "cells": [1, None, {}, {"source": 3}, {"cell_type": "code", "outputs": [1, {"data": 2}]}]
    }

    assert read(odd).blocks == []
