"""Finds the comments of a sheet, which the streaming reader of workbooks leaves out."""

from __future__ import annotations

import posixpath
import re
import zipfile
from collections.abc import Iterator

from workers.extract.xml_tree import attribute, descendants, parse_xml, text_of
from workers.extract.zip_guard import has_entry, read_entry

_WHAT = "Excel workbook"
_CELL = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})")
# Programs that show threads leave the thread's text behind this in the old kind of comment.
_LEGACY_LEAD = re.compile(r"^\[Threaded comment\].*?Comment:\s*", re.DOTALL)


Notes = dict[int, dict[int, str]]  # by row and column, from 1


def notes_of(archive: zipfile.ZipFile, sheet_part: str, path: str) -> Notes:
    """Return the comments of the sheet in this part by row and column."""
    notes: Notes = {}
    for part in _comment_parts(archive, sheet_part, path):
        tree = parse_xml(read_entry(archive, part, path, _WHAT), path, _WHAT)
        for comment in descendants(tree, "comment"):
            match = _CELL.fullmatch(attribute(comment, "ref"))
            texts = (text_of(text) for text in descendants(comment, "t"))
            text = " ".join(_LEGACY_LEAD.sub("", "".join(texts)).split())
            if text and match:
                notes.setdefault(int(match[2]), {})[_column(match[1])] = text
    return notes


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def _comment_parts(archive: zipfile.ZipFile, sheet_part: str, path: str) -> Iterator[str]:
    folder, name = posixpath.split(sheet_part)
    links = f"{folder}/_rels/{name}.rels"
    if not has_entry(archive, links):
        return
    tree = parse_xml(read_entry(archive, links, path, _WHAT), path, _WHAT)
    for link in descendants(tree, "Relationship"):
        target = attribute(link, "Target")
        part = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
        if attribute(link, "Type").endswith("/comments") and has_entry(archive, part):
            yield part
