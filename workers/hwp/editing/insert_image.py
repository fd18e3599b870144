"""Puts a picture into a document, or other bytes behind one that is there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kebab.errors import InvalidInputError, NotFoundError
from workers.hwp.editing.edited import EditedDocument
from workers.hwp.editing.form_fields import addresses_of, paragraph_of
from workers.hwp.editing.places import Place
from workers.hwp.editing.plan import Change, Plan
from workers.hwp.looking.preview import MAX_BYTES, MAX_SIDE, Preview, judge_preview

_SUFFIXES = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/bmp": "bmp"}
_MAX_MM = 2000.0
_DEFAULT_WIDTH_MM = 50.0
_NEW = frozenset({"[picture]"})


def insert_image(document: EditedDocument, args: Mapping[str, Any]) -> Plan:
    """Plan to put `image` at the field `name`, or into the paragraph at `address`, or behind the
    pictures that show `bin_id`; at the end where none is given. Sizes are in millimetres.
    """
    image = bytes(args["image"])
    picture = _judged(image)
    chosen = [key for key in ("name", "address", "bin_id") if args.get(key) is not None]
    if len(chosen) > 1:
        raise InvalidInputError(
            f"a picture goes to one place, and {', '.join(chosen)} are given",
            hint=f"leave out all but one of {', '.join(chosen)}",
            details={"argument": chosen[1]},
        )
    suffix = _SUFFIXES[picture.mime]
    if chosen == ["bin_id"]:
        return _replacing(document, image, suffix, int(args["bin_id"]))
    width, height = _size(picture, args.get("width_mm"), args.get("height_mm"))
    place = _place(document, args) if chosen else None

    def make() -> None:
        element, part = (place.element, place.part) if place else (None, None)
        document.file.add_picture(image, suffix, element, part, width, height)

    after = f"picture of {width:.1f} x {height:.1f} mm"
    return Plan(
        changes=(Change(place.address if place else None, "", after),), make=make, marks=_NEW
    )


def _judged(image: bytes) -> Preview:
    picture = judge_preview(image)
    if picture is None:
        raise InvalidInputError(
            f"the image is no PNG, JPEG, GIF or BMP of at most {MAX_BYTES // 1_000_000} MB and "
            f"{MAX_SIDE} pixels a side",
            hint="convert it to PNG, or make it smaller",
            details={"argument": "image", "bytes": len(image)},
        )
    return picture


def _size(picture: Preview, width: float | None, height: float | None) -> tuple[float, float]:
    """Keep the picture's proportions where only one side is given, or none."""
    ratio = picture.height / picture.width
    if width is None:
        width = height / ratio if height is not None else _DEFAULT_WIDTH_MM
    if height is None:
        height = width * ratio
    if not (0 < width <= _MAX_MM and 0 < height <= _MAX_MM):
        raise InvalidInputError(
            f"a picture is at most {_MAX_MM:.0f} mm wide and high, and more than 0",
            hint="give one side only: the other follows from the picture",
            details={"argument": "width_mm"},
        )
    return float(width), float(height)


def _place(document: EditedDocument, args: Mapping[str, Any]) -> Place:
    places = document.find().places
    if args.get("address") is not None:
        found = [place for place in places if place.address == args["address"]]
        wanted = f"paragraph at {args['address']!r}"
    else:
        name = str(args["name"]).strip()
        named = [one for one in document.file.fields() if one.name.strip() == name]
        if len(named) > 1:
            raise InvalidInputError(
                f"{len(named)} fields have the name {name!r}",
                hint="Give the address of one of them instead.",
                details={
                    "argument": "name",
                    "addresses": [addresses_of(document).get(paragraph_of(one)) for one in named],
                },
            )
        elements = [paragraph_of(one) for one in named]
        found = [place for place in places if place.element in elements]
        wanted = f"field {name!r}"
    if not found:
        raise NotFoundError(
            f"{document.path} has no {wanted}",
            hint="hwp_search gives addresses of paragraphs, hwp_fields the names of fields",
            details={"path": document.path},
        )
    return found[0]


def _replacing(document: EditedDocument, image: bytes, suffix: str, bin_id: int) -> Plan:
    item = document.images().get(bin_id, "")
    count = document.file.shown_images().count(item)
    if not count:
        raise NotFoundError(
            f"{document.path} shows no picture with the number {bin_id}",
            hint="List its pictures with iter_blocks and kind picture.",
            details={"bin_id": bin_id},
        )
    return Plan(
        changes=(Change(None, f"picture {bin_id}, shown {count} times", "the new picture"),),
        make=lambda: document.file.replace_image(image, suffix, item),
        marks=_NEW,
    )
