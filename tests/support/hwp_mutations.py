"""Damages HWP documents at random, and asks a server about each: which codes, which deaths."""

from __future__ import annotations

import io
import random
import time
import zipfile
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import olefile
from support.hwp_desk import Desk

# What may be said of a damaged document. `generic` would be a fault of ours.
RIGHT_CODES = frozenset(
    {
        "", "damaged", "unreadable_document", "unsupported_format", "refused_by_preflight",
        "too_large", "encrypted", "worker_lost", "timeout", "page_out_of_range", "invalid_input",
    }
)  # fmt: skip
ASKED = (
    ("parse_hwp_summary", {}),
    ("get_ir", {"limit": 20}),
    ("hwp_search", {"query": "의", "with_page": True}),
    ("hwp_render_page", {"page": 0}),
    ("hwp_fields", {}),
    ("hwp_replace_text", {"find": "의", "replace": "x", "dry_run": True}),
    ("hwp_inspect_hidden_text", {}),
    ("hwp_info", {}),
)  # fmt: skip


@dataclass
class Tally:
    """What came of all the calls."""

    calls: int = 0
    codes: Counter[str] = field(default_factory=Counter)
    ways: Counter[str] = field(default_factory=Counter)
    deaths: int = 0
    slowest_s: float = 0.0
    slowest: str = ""
    wrong: list[str] = field(default_factory=list)
    others_failed: int = 0


def mutate(data: bytes, chance: random.Random) -> tuple[str, bytes]:
    """Damage a document in one of several ways; name the way."""
    inside = [_damage_entry, _damage_entry, _drop_entry]
    if not data.startswith(b"PK"):
        inside = [_damage_records] * 3
    ways = [_flip, _cut, _swap, _zero, *inside]
    way = chance.choice(ways)
    return way.__name__.removeprefix("_"), way(data, chance)


def bombard(
    desk: Desk, originals: Sequence[tuple[str, bytes]], count: int, seed: int, healthy: str
) -> Tally:
    """Ask about `count` damaged documents, and each time about the whole one, `healthy`."""
    chance = random.Random(seed)  # noqa: S311 - repeatable
    tally = Tally()
    known = {reader.pid for reader in desk.readers()}
    for number in range(count):
        name, data = chance.choice(originals)
        way, damaged = mutate(data, chance)
        tally.ways[way] += 1
        ending = name.rpartition(".")[2]
        path = desk.put(f"mutant-{number:04}.{ending}", damaged)
        for tool, more in chance.sample(ASKED, 2):
            began = time.monotonic()
            asked = desk.begin(tool, path=path, **more)
            other = desk.begin("hwp_search", path=healthy, query="신청서", max_matches=1)
            value, is_error = desk.result(asked)
            took = time.monotonic() - began
            tally.calls += 1
            code = value["code"] if is_error else ""
            tally.codes[code] += 1
            if code not in RIGHT_CODES:
                tally.wrong.append(f"{seed}/{number} {name} {way} {tool}: {value['message'][:300]}")
            if took > tally.slowest_s:
                tally.slowest_s, tally.slowest = took, f"{number} {name} {way} {tool}"
            found, other_failed = desk.result(other)
            tally.others_failed += other_failed or found["total_matches"] != 1
        alive = {reader.pid for reader in desk.readers()}
        tally.deaths += len(known - alive)
        known = alive or known
        (desk.papers / f"mutant-{number:04}.{ending}").unlink()
    return tally


def _flip(data: bytes, chance: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(chance.choice((1, 4, 20, 100))):
        changed[chance.randrange(len(changed))] = chance.randrange(256)
    return bytes(changed)


def _cut(data: bytes, chance: random.Random) -> bytes:
    return data[: chance.randrange(1, len(data))]


def _swap(data: bytes, chance: random.Random) -> bytes:
    """Let two blocks of 512 bytes, as OLE has them, change places."""
    blocks = [data[start : start + 512] for start in range(0, len(data), 512)]
    if len(blocks) > 1:
        first, second = chance.sample(range(len(blocks)), 2)
        blocks[first], blocks[second] = blocks[second], blocks[first]
    return b"".join(blocks)


def _zero(data: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(data))
    length = min(chance.choice((8, 64, 512, 4096)), len(data) - start)
    return data[:start] + bytes(length) + data[start + length :]


def _damage_entry(data: bytes, chance: random.Random) -> bytes:
    """Damage the unpacked content of one part, and pack it again: the package itself is whole."""
    return _repacked(data, chance, lambda part: mutate_text(part, chance))


def _drop_entry(data: bytes, chance: random.Random) -> bytes:
    return _repacked(data, chance, lambda _: None)


def _damage_records(data: bytes, chance: random.Random) -> bytes:
    """Damage unpacked records of HWP 5, and pack them again: the file around them is whole."""
    with olefile.OleFileIO(io.BytesIO(data)) as compound:
        names = ["/".join(name) for name in compound.listdir()]
        packed = [name for name in names if name.startswith(("BodyText/", "DocInfo", "ViewText/"))]
        chosen = chance.choice(packed)
        stream = compound.openstream(chosen).read()
    try:
        records = bytearray(zlib.decompressobj(-15).decompress(stream))
    except zlib.error:
        return _flip(data, chance)
    for _ in range(chance.choice((1, 2, 8))):
        at = chance.randrange(len(records))
        records[at] = chance.choice((0, 1, 0x7F, 0x80, 0xFF, chance.randrange(256)))
    return _with_stream(data, chosen, stream, _deflated(bytes(records)))


def _deflated(data: bytes) -> bytes:
    squeezer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return squeezer.compress(data) + squeezer.flush()


def _with_stream(data: bytes, name: str, old: bytes, new: bytes) -> bytes:
    if len(new) > len(old):  # there is no room for it
        return data
    file = io.BytesIO(data)
    with olefile.OleFileIO(file, write_mode=True) as compound:
        compound.write_stream(name, new + bytes(len(old) - len(new)))
        return file.getvalue()


def mutate_text(part: bytes, chance: random.Random) -> bytes:
    """Damage XML: a stretch of it doubled, lost, moved, or a number made a large one."""
    if not part:
        return b"<"
    start = chance.randrange(len(part))
    end = min(len(part), start + chance.choice((1, 10, 200)))
    piece = part[start:end]
    match chance.randrange(4):
        case 0:
            return part[:start] + piece * chance.choice((2, 50)) + part[end:]
        case 1:
            return part[:start] + part[end:]
        case 2:
            rest = part[:start] + part[end:]
            at = chance.randrange(len(rest) + 1)
            return rest[:at] + piece + rest[at:]
        case _:
            at = part.find(b'"1"', start)
            large = str(chance.choice((-1, 0, 7, 65535, 2**31, 10**18))).encode()
            return part[:start] if at < 0 else part[:at] + b'"' + large + b'"' + part[at + 3 :]


def _repacked(data: bytes, chance: random.Random, change) -> bytes:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    chosen = chance.choice(list(parts))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            written = change(content) if name == chosen else content
            if written is not None:
                package.writestr(name, written)
    return packed.getvalue()
