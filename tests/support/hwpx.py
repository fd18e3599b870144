"""Writes small HWPX documents: a package with one header and as many sections as are given."""

from __future__ import annotations

import io
import zipfile
from html import escape

_NAMES = (
    'xmlns:hp="http://www.hancom.co.kr/hwpml/2011/paragraph" '
    'xmlns:hs="http://www.hancom.co.kr/hwpml/2011/section" '
    'xmlns:hh="http://www.hancom.co.kr/hwpml/2011/head" '
    'xmlns:hc="http://www.hancom.co.kr/hwpml/2011/core" '
    'xmlns:opf="http://www.idpf.org/2007/opf/"'
)
_OUTLINE = "".join(
    f'<hh:paraPr id="{level}"><hh:heading type="{kind}" idRef="0" level="{max(0, level - 1)}"/>'
    "</hh:paraPr>"
    for level, kind in enumerate(("NONE", "OUTLINE", "OUTLINE"))
)
_LAYOUT = (
    '<hp:sz width="20000" height="5000" widthRelTo="ABSOLUTE" heightRelTo="ABSOLUTE"/>'
    '<hp:pos treatAsChar="1" vertRelTo="PARA" horzRelTo="PARA"/>'
)
_PAGE = (
    '<hp:secPr><hp:pagePr landscape="WIDELY" width="59528" height="84186" gutterType="LEFT_ONLY">'
    '<hp:margin header="4252" footer="4252" gutter="0" left="8504" right="8504" top="5668" '
    'bottom="4252"/></hp:pagePr></hp:secPr>'
)
_RUN = '<hp:run charPrIDRef="0">'


def paragraph(text="", *inside, shape=0):
    """Write a paragraph with objects behind its text; shapes 1 and 2 are levels of the outline."""
    return (
        f'<hp:p id="0" paraPrIDRef="{shape}" styleIDRef="0">{_RUN}'
        f"<hp:t>{escape(text)}</hp:t>{''.join(inside)}</hp:run></hp:p>"
    )


def table(*rows, spans=None, size=None, caption=""):
    """Write a table; a cell is a text or paragraphs, None where another one covers it.

    `spans` gives (rows, columns) by (row, column).
    """
    if caption:
        caption = (
            '<hp:caption side="BOTTOM" fullSz="0" width="8504" gap="850" lastWidth="9000">'
            f'<hp:subList id="">{paragraph(caption)}</hp:subList></hp:caption>'
        )
    height, width = size or (len(rows), max(map(len, rows)))
    body = "".join(
        "<hp:tr>"
        + "".join(
            _cell(cell, y, x, (spans or {}).get((y, x), (1, 1)))
            for x, cell in enumerate(row)
            if cell is not None
        )
        + "</hp:tr>"
        for y, row in enumerate(rows)
    )
    return f'<hp:tbl id="1" rowCnt="{height}" colCnt="{width}">{_LAYOUT}{caption}{body}</hp:tbl>'


def _cell(content, row, column, span):
    content = content if content.startswith("<hp:p") else paragraph(content)
    return (
        f'<hp:tc><hp:subList id="">{content}</hp:subList>'
        f'<hp:cellAddr colAddr="{column}" rowAddr="{row}"/>'
        f'<hp:cellSpan colSpan="{span[1]}" rowSpan="{span[0]}"/>'
        '<hp:cellSz width="5000" height="1000"/></hp:tc>'
    )


def equation(script):
    """Write an equation in Hancom's script."""
    return f'<hp:equation id="2">{_LAYOUT}<hp:script>{escape(script)}</hp:script></hp:equation>'


def note(text, number=1, kind="footNote"):
    """Write a footnote or endnote."""
    return (
        f'<hp:ctrl><hp:{kind} number="{number}"><hp:subList id="">{paragraph(text)}'
        f"</hp:subList></hp:{kind}></hp:ctrl>"
    )


def memo(text):
    """Write a memo: a comment that no page shows."""
    return (
        '<hp:ctrl><hp:fieldBegin id="9" type="MEMO" name=""><hp:subList id="">'
        f"{paragraph(text)}</hp:subList></hp:fieldBegin></hp:ctrl>"
    )


def shown(text, kind="header"):
    """Write a page header or footer."""
    return (
        f'<hp:ctrl><hp:{kind} id="1" applyPageType="BOTH"><hp:subList id="">{paragraph(text)}'
        f"</hp:subList></hp:{kind}></hp:ctrl>"
    )


def box(*texts):
    """Write a drawn box with a paragraph for each text."""
    inside = "".join(map(paragraph, texts))
    return (
        f'<hp:rect id="3">{_LAYOUT}<hp:drawText><hp:subList id="">{inside}'
        "</hp:subList></hp:drawText></hp:rect>"
    )


def _section(body):
    return f"<hs:sec {_NAMES}>{body.replace(_RUN, _RUN + _PAGE, 1)}</hs:sec>"


def hwpx(*sections, title="", manifest="", extra=None, header=None):
    """Pack sections, each the XML of its paragraphs, into a document's bytes."""
    items = "".join(
        f'<opf:item id="section{n}" href="Contents/section{n}.xml" media-type="application/xml"/>'
        for n in range(len(sections))
    )
    refs = "".join(f'<opf:itemref idref="section{n}"/>' for n in range(len(sections)))
    parts = {
        "mimetype": "application/hwp+zip",
        "version.xml": "<v/>",
        "Contents/content.hpf": (
            f"<opf:package {_NAMES}><opf:metadata><opf:title>{escape(title)}</opf:title>"
            '<opf:meta name="creator" content="text">Someone</opf:meta></opf:metadata>'
            "<opf:manifest>"
            '<opf:item id="header" href="Contents/header.xml" media-type="application/xml"/>'
            f"{items}</opf:manifest><opf:spine>{refs}</opf:spine></opf:package>"
        ),
        "Contents/header.xml": header
        or (
            f'<hh:head {_NAMES} version="1.4" secCnt="{len(sections)}"><hh:refList>'
            f'<hh:paraProperties itemCnt="3">{_OUTLINE}</hh:paraProperties></hh:refList></hh:head>'
        ),
        "META-INF/manifest.xml": f"<manifest>{manifest}</manifest>",
        **{f"Contents/section{n}.xml": _section(body) for n, body in enumerate(sections)},
        **(extra or {}),
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return packed.getvalue()
