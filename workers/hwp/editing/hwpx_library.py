"""Opens python-hwpx, which edits and writes HWP and HWPX. The only file that does.

It reads HWP 5 into the model of HWPX, and writes either. Its objects may be used on any thread.
The elements of its XML are lxml's; they are walked elsewhere, without the library.
"""

from __future__ import annotations

import warnings
import zipfile
import zlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from kebab.errors import InvalidInputError, KebabError, MissingExtraError
from workers.extract.foreign_errors import ran_out_of_memory
from workers.hwp import refusal
from workers.hwp.editing.library_refusals import REFUSALS

if TYPE_CHECKING:
    from types import ModuleType

SaveFormat: TypeAlias = Literal["hwpx", "hwp5"]
FieldKind: TypeAlias = Literal["click_here", "cell", "text_box"]
Element: TypeAlias = Any  # an lxml element
_NOT_TEXT = ("Preview/", "BinData/", "META-INF/")
_BLANK_PICTURE_BYTES = 80  # one white pixel, as the library writes it
_DATE = "1970-01-01T00:00:00Z"  # what a date becomes that was removed; the format wants one


@dataclass(frozen=True, slots=True)
class FormField:
    """A field by its place among those of its kind; `element` is what begins it in the XML."""

    kind: FieldKind
    index: int
    name: str
    value: str
    element: Element
    guide: str = ""
    memo: str = ""
    has_end: bool = True


@dataclass(frozen=True, slots=True)
class StoryPart:
    """A part whose paragraphs may be edited: a section, or a master page."""

    element: Element
    native: Any

    def mark_changed(self) -> None:
        """Have the part written anew by the next save."""
        self.native.mark_dirty()


class HwpxFile:
    """One document as python-hwpx holds it. Its bytes have passed the preflight."""

    def __init__(self, data: bytes, path: str) -> None:
        self._path = path
        self._hwpx = _import_hwpx()
        with self._translated("opening it for editing"):
            self._document: Any = self._hwpx.HwpxDocument.open(data)

    @property
    def left_behind(self) -> dict[str, int]:
        """What the file holds that its editor does not carry on, by kind."""
        report = self._document.conversion_report
        return {} if report is None else {**report.unconverted, **report.dropped}

    def to_bytes(self, form: SaveFormat) -> bytes:
        """Write the document; this takes seconds for a long one."""
        with self._translated(f"writing it as {form}"):
            return bytes(self._document.to_bytes(format="hwp" if form == "hwp5" else "hwpx"))

    def sections(self) -> list[StoryPart]:
        """Return the sections in order."""
        return [StoryPart(part.element, part) for part in self._document.sections]

    def master_pages(self) -> list[StoryPart]:
        """Return the master pages, whose text stands behind that of every page."""
        return [StoryPart(part.element, part) for part in self._document.oxml.master_pages]

    def fields(self) -> list[FormField]:
        """Return the fields of a form: click-here ones, named cells, named boxes."""
        with self._translated("reading its fields"):
            named = self._document.fields
            clicked = [
                FormField(
                    "click_here",
                    index,
                    field.name,
                    "" if field.is_placeholder else field.value,
                    field.element,
                    field.prompt,
                    field.memo,
                    field.has_end,
                )
                for index, field in enumerate(named.all)
            ]
            cells = [
                FormField("cell", index, field.name, field.text, field.cell.element)
                for index, field in enumerate(named.cells)
            ]
            boxes = [
                FormField("text_box", index, field.name, field.text, field.element)
                for index, field in enumerate(named.text_boxes)
            ]
            return [*clicked, *cells, *boxes]

    def fill(self, field: FormField, value: str) -> None:
        """Write a field's value in the shape of its surroundings."""
        with self._translated(f"filling the field {field.name!r}"):
            named = self._document.fields
            match field.kind:
                case "click_here":
                    named.fill(value, field_index=field.index)
                case "cell":
                    named.cells[field.index].text = value
                case "text_box":
                    named.text_boxes[field.index].text = value

    def set_cell(self, cell: Element, table: Element, part: StoryPart, text: str) -> None:
        """Write a cell's text; the shape of its first paragraph stays, and so do tables in it."""
        with self._translated("writing a cell"):
            rows = self._table(table, part).rows
            found = next(one for row in rows for one in row.cells if one.element is cell)
            found.set_text(text)

    def add_rows(self, table: Element, part: StoryPart, count: int) -> None:
        """Add empty rows at the end, each in the shape of the last one."""
        with self._translated("adding rows to a table"):
            found = self._table(table, part)
            found.insert_rows(found.row_count - 1, count, blank=True)

    def add_picture(
        self,
        image: bytes,
        suffix: str,
        at: Element | None,
        part: StoryPart | None,
        width_mm: float,
        height_mm: float,
    ) -> None:
        """Put a picture into a paragraph, or into a new one at the end of the document."""
        with self._translated("adding a picture"):
            item = self._add_image(image, suffix)
            if at is None or part is None:
                paragraph = self._document.add_paragraph("", include_run=False)
            else:
                paragraph = self._hwpx.oxml.HwpxOxmlParagraph(at, part.native)
            paragraph.add_picture(item, width=_units(width_mm), height=_units(height_mm))
            if part is not None:
                part.mark_changed()

    def replace_image(self, image: bytes, suffix: str, item: str) -> None:
        """Put other bytes behind an item: its name and its place in the list stay, by which the
        reader numbers it, and so does the size on the page.
        """
        with self._translated("replacing a picture"):
            package = self._document.package
            entry = next(one for one in self._image_entries() if one.get("id") == item)
            href = f"{entry.get('href').rpartition('.')[0]}.{suffix}"
            for name in [one for one in package.part_names() if _same_stem(one, href)]:
                package.delete(name)
            package.write(href, image)
            entry.set("href", href)
            entry.set("media-type", f"image/{'jpeg' if suffix == 'jpg' else suffix}")
            package._persist_manifest()  # noqa: SLF001 - it has no other way to change an entry
            for header in self._document.parts.headers:
                for one in header.element.iter("{*}binItem"):
                    if _same_stem(f"BinData/{one.get('BinData')}", href):
                        one.set("BinData", href.rpartition("/")[2])
                        one.set("Format", suffix)
                        header.mark_dirty()

    def shown_images(self) -> list[str]:
        """Name the item behind each picture, in the order of the document."""
        return [str(one.binary_item_id_ref) for one in self._document.media.picture_references()]

    def image_ids(self) -> list[str]:
        """Name the items of all pictures in the order in which the file lists them."""
        return [str(one.get("id")) for one in self._image_entries()]

    def _image_entries(self) -> list[Element]:
        listed = {str(one.item_id) for one in self._document.media.images}
        items = self._document.package.manifest_tree().iter("{*}item")
        return [one for one in items if one.get("id") in listed]

    def _add_image(self, image: bytes, suffix: str) -> str:
        """Add an item. The reader takes the number in its name for that of the picture."""
        taken = [int(digits) for one in self.image_ids() if (digits := digits_of(one))]
        named = f"image{max(taken, default=0) + 1}"
        return str(self._document.media.add_image(image, suffix, item_id=named))

    def properties(self) -> dict[str, str]:
        """Return what the document says of itself: title, author, dates, by its own names."""
        with self._translated("reading its properties"):
            package = self._document.package
            tree = package.get_xml(package.main_content.full_path)
            blocks = [one for one in tree if str(one.tag).endswith("}metadata")]
            found = (one for block in blocks for one in block if isinstance(one.tag, str))
            said = {one.get("name") or one.tag.rpartition("}")[2]: one.text or "" for one in found}
            return {key: text for key, text in said.items() if text.strip() not in {"", _DATE}}

    def remove_properties(self, keys: Collection[str]) -> None:
        """Empty some of its properties."""
        with self._translated("removing its properties"):
            kept = self.properties().keys() - set(keys)
            self._document.parts.clear_document_metadata(keep=kept, timestamp=_DATE)

    def other_texts(self) -> dict[str, str]:
        """Return the parts that are edited nowhere here: charts, scripts, the history, styles."""
        edited = {part.native.part_name for part in (*self.sections(), *self.master_pages())}
        package = self._document.package
        edited |= {"mimetype", package.main_content.full_path}
        names = (str(name) for name in package.part_names())
        return {
            name: package.read(name).decode("utf-8", "replace")
            for name in names
            if name not in edited and not name.startswith(_NOT_TEXT)
        }

    def previews(self) -> list[str]:
        """Name the parts that preview the document, as far as they show anything."""
        package = self._document.package
        names = (str(name) for name in package.part_names() if str(name).startswith("Preview/"))
        return sorted(name for name in names if len(package.read(name)) > _blank_size(name))

    def remove_preview(self) -> None:
        """Empty the preview's text, and put a blank picture in place of its picture."""
        with self._translated("removing its preview"):
            self._document.parts.clear_preview()
            for name in self.previews():  # of other names than usual
                self._document.package.write(name, b"")

    def count_memos(self) -> int:
        """Say how many memos there are."""
        with self._translated("reading its memos"):
            return len(self._document.notes.memos)

    def remove_memos(self) -> None:
        """Remove every memo with what anchors it."""
        with self._translated("removing its memos"):
            for memo in list(self._document.notes.memos):
                self._document.notes.remove_memo(memo)

    def _table(self, table: Element, part: StoryPart) -> Any:
        paragraph = self._hwpx.oxml.HwpxOxmlParagraph(_paragraph_around(table), part.native)
        return self._hwpx.oxml.HwpxOxmlTable(table, paragraph)

    @contextmanager
    def _translated(self, doing: str) -> Iterator[None]:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # the report of the conversion says it
                yield
        except (KebabError, MemoryError):
            raise
        except RecursionError as cause:
            raise refusal.refused(self._path, "it is nested too deep") from cause
        except self._hwpx.HwpxError as cause:
            raise self._translation(doing, cause) from cause
        except (zipfile.BadZipFile, zlib.error) as cause:  # in what the preflight does not read
            raise refusal.damaged(self._path, f"{doing} failed ({cause})") from cause
        except Exception as cause:  # of zip, zlib, lxml, its own: none is documented
            if ran_out_of_memory(cause):
                raise MemoryError(str(cause)) from cause
            raise refusal.unreadable(
                self._path, f"{doing} failed ({type(cause).__name__}: {cause})"
            ) from cause

    def _translation(self, doing: str, cause: Any) -> KebabError:
        code = str(cause.code)
        if known := REFUSALS.get(code):
            return known(self._path, str(cause))
        if doing.startswith(("opening", "writing")):
            return refusal.unreadable(self._path, f"{doing} failed ({code}: {cause})")
        return InvalidInputError(f"{doing} is not possible: {cause}", details={"reason": code})


def _paragraph_around(element: Element) -> Element:
    parent = element.getparent()
    while parent is not None and not str(parent.tag).endswith("}p"):
        parent = parent.getparent()
    return parent


def digits_of(name: str) -> str:
    """Return the digits at the end of an item's name."""
    return name[len(name.rstrip("0123456789")) :]


def _same_stem(name: str, other: str) -> bool:
    return name.rpartition(".")[0] == other.rpartition(".")[0]


def _blank_size(name: str) -> int:
    return _BLANK_PICTURE_BYTES if name.endswith(".png") else 0


def _units(millimetres: float) -> int:
    return round(millimetres * 7200 / 25.4)


def _import_hwpx() -> ModuleType:
    try:
        import hwpx  # noqa: PLC0415 - only who edits needs it, and it takes a while
        import hwpx.oxml  # noqa: PLC0415 - see above
    except ImportError as cause:
        raise MissingExtraError(
            f"Editing HWP documents needs the package python-hwpx: {cause}",
            hint="It comes with kebab: install kebab again.",
        ) from cause
    return hwpx
