"""Writes small PDFs by hand: text at places, rules, images, outlines, titles and passwords."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

WIDTH, HEIGHT = 612, 792
PLAIN, BOLD, MONO, PRIVATE, KOREAN = "F1", "F2", "F3", "F4", "F5"
_PADDING = bytes.fromhex("28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A")
_ID = bytes(16)
_MAP = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n"
    b"1 begincodespacerange <%b> <%b> endcodespacerange\n%b\nendcmap end end"
)


def text(x, top, words, size=10.0, font=PLAIN):
    """Draw words with their baseline this far below the page's upper edge."""
    if font == KOREAN:
        shown = f"<{words.encode('utf-16-be').hex()}>"
    else:
        shown = "(" + words.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)") + ")"
    return f"BT /{font} {size} Tf {x} {HEIGHT - top} Td {shown} Tj ET"


def lines(x, top, *words, size=10.0, font=PLAIN, pitch=12.0):
    """Draw lines below each other."""
    return [
        text(x, top + index * pitch, line, size=size, font=font) for index, line in enumerate(words)
    ]


def rule(x0, top0, x1, top1):
    """Draw a thin line."""
    return f"0.5 w {x0} {HEIGHT - top0} m {x1} {HEIGHT - top1} l S"


def image(width=WIDTH, height=HEIGHT):
    """Cover the page from its lower left corner with a grey pixel."""
    return f"q {width} 0 0 {height} 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \x80 EI Q"


@dataclass
class Pdf:
    """Pages of drawing orders. `outline` has a title and a page for each entry."""

    pages: list[list[str]]
    title: str = ""
    outline: list[tuple[str, int]] = field(default_factory=list)
    password: str = ""
    rotate: int = 0

    def write(self) -> bytes:
        """Put the objects in a row."""
        objects = [b"", b"", *_fonts()]
        count = len(self.pages)
        first_page = len(objects) + 1
        kids = b" ".join(b"%d 0 R" % (first_page + 2 * n) for n in range(count))
        objects[1] = b"<</Type/Pages/Kids[%b]/Count %d>>" % (kids, count)
        fonts = b"".join(b"/F%d %d 0 R" % (n, n + 2) for n in range(1, 6))
        for orders in self.pages:
            content = len(objects) + 2
            objects.append(
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 %d %d]/Rotate %d"
                b"/Resources<</Font<<%b>>>>/Contents %d 0 R>>"
                % (WIDTH, HEIGHT, self.rotate, fonts, content)
            )
            objects.append(_stream("\n".join(orders).encode("latin-1")))
        outline = self._outline(objects, first_page)
        objects[0] = b"<</Type/Catalog/Pages 2 0 R%b>>" % outline
        objects.append(b"<</Title %b>>" % _text_string(self.title))
        return _file(objects, self.password)

    def _outline(self, objects, first_page):
        if not self.outline:
            return b""
        root = len(objects) + 1
        last = root + len(self.outline)
        objects.append(b"<</First %d 0 R/Last %d 0 R>>" % (root + 1, last))
        for number, (title, page) in enumerate(self.outline, root + 1):
            following = b"/Next %d 0 R" % (number + 1) if number < last else b""
            objects.append(
                b"<</Title %b/Parent %d 0 R/Dest[%d 0 R/Fit]%b>>"
                % (_text_string(title), root, first_page + 2 * (page - 1), following)
            )
        return b"/Outlines %d 0 R" % root


def _fonts():
    """Give the five fonts, objects 3 to 7, and what two of them refer to."""
    standard = b"<</Type/Font/Subtype/Type1/BaseFont/%b/Encoding/WinAnsiEncoding%b>>"
    ranges = b"\n".join(b"<%02X00> <%02XFF> <%02X00>" % (n, n, n) for n in range(0xAC, 0xD8))
    ascii_range = b"<0000> <00FF> <0000>\n"
    unicode_map = b"45 beginbfrange\n" + ascii_range + ranges + b"\nendbfrange"
    private = b"1 beginbfrange\n<00> <FF> <E000>\nendbfrange"
    return [
        standard % (b"Helvetica", b""),
        standard % (b"Helvetica-Bold", b""),
        standard % (b"Courier", b""),
        standard % (b"Helvetica", b"/ToUnicode 8 0 R"),
        (
            b"<</Type/Font/Subtype/Type0/BaseFont/Batang/Encoding/Identity-H"
            b"/DescendantFonts[10 0 R]/ToUnicode 9 0 R>>"
        ),
        _stream(_MAP % (b"00", b"FF", private)),
        _stream(_MAP % (b"0000", b"FFFF", unicode_map)),
        (
            b"<</Type/Font/Subtype/CIDFontType2/BaseFont/Batang/DW 1000"
            b"/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>"
        ),
    ]


def _stream(data):
    return b"<</Length %d>>stream\n%b\nendstream" % (len(data), data)


def _text_string(words):
    return b"<FEFF%b>" % words.encode("utf-16-be").hex().encode()


def _file(objects, password):
    written = bytearray(b"%PDF-1.4\n")
    places = []
    encrypt = b""
    if password:
        key, entry = _lock(password)
        objects = [_locked(number, item, key) for number, item in enumerate(objects, 1)]
        objects.append(entry)
        encrypt = b"/Encrypt %d 0 R" % len(objects)
    for number, item in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%b\nendobj\n" % (number, item)
    start = len(written)
    written += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    written += b"".join(b"%010d 00000 n \n" % place for place in places)
    info = len(objects) - bool(password)
    trailer = b"/Size %d/Root 1 0 R/Info %d 0 R" % (len(objects) + 1, info)
    identity = b"/ID[<%b><%b>]" % (_ID.hex().encode(), _ID.hex().encode())
    written += b"trailer<<%b%b%b>>\nstartxref\n%d\n%%%%EOF" % (trailer, identity, encrypt, start)
    return bytes(written)


def _lock(password):
    """Make the key and the dictionary of PDF's first encryption, RC4 with 40 bits."""
    padded = (password.encode("latin-1") + _PADDING)[:32]
    owner = _rc4(hashlib.md5(padded, usedforsecurity=False).digest()[:5], padded)
    rights = (-4).to_bytes(4, "little", signed=True)
    key = hashlib.md5(padded + owner + rights + _ID, usedforsecurity=False).digest()[:5]
    user = _rc4(key, _PADDING)
    names = (owner.hex().encode(), user.hex().encode())
    return key, b"<</Filter/Standard/V 1/R 2/O<%b>/U<%b>/P -4>>" % names


def _locked(number, item, key):
    """Encrypt a stream; the strings are left as they are, and read as noise."""
    head, mark, rest = item.partition(b"stream\n")
    if not mark:
        return item
    own = hashlib.md5(key + number.to_bytes(3, "little") + bytes(2), usedforsecurity=False)
    data = rest.removesuffix(b"\nendstream")
    return head + mark + _rc4(own.digest()[:10], data) + b"\nendstream"


def _rc4(key, data):
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    i = j = 0
    out = bytearray()
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)
