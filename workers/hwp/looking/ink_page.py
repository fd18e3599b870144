"""Makes the smallest HWPX document that rhwp lays out: one page with one line of text."""

from __future__ import annotations

import io
import zipfile
from xml.sax.saxutils import escape

_NAMES = " ".join(
    f'xmlns:{prefix}="http://www.hancom.co.kr/hwpml/2011/{name}"'
    for prefix, name in (("hp", "paragraph"), ("hs", "section"), ("hh", "head"))
)
_OPF = 'xmlns:opf="http://www.idpf.org/2007/opf/"'
_CONTENTS = (
    f"<opf:package {_OPF}><opf:metadata/><opf:manifest>"
    '<opf:item id="header" href="Contents/header.xml" media-type="application/xml"/>'
    '<opf:item id="section0" href="Contents/section0.xml" media-type="application/xml"/>'
    '</opf:manifest><opf:spine><opf:itemref idref="section0"/></opf:spine></opf:package>'
)
_PAGE = (
    '<hp:secPr><hp:pagePr landscape="WIDELY" width="59528" height="84186">'
    '<hp:margin header="0" footer="0" gutter="0" left="5000" right="5000" top="5000" '
    'bottom="5000"/></hp:pagePr></hp:secPr>'
)


def ink_page(text: str) -> bytes:
    """Pack the document."""
    section = (
        f'<hs:sec {_NAMES}><hp:p id="0" paraPrIDRef="0"><hp:run charPrIDRef="0">{_PAGE}'
        f"<hp:t>{escape(text)}</hp:t></hp:run></hp:p></hs:sec>"
    )
    parts = {
        "mimetype": "application/hwp+zip",
        "version.xml": "<v/>",
        "Contents/content.hpf": _CONTENTS,
        "Contents/header.xml": f'<hh:head {_NAMES} version="1.4" secCnt="1"/>',
        "META-INF/manifest.xml": "<manifest/>",
        "Contents/section0.xml": section,
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return packed.getvalue()
