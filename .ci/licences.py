"""Writes config/licences.md: the licence of everything that comes with kebab, from its metadata.

`python .ci/licences.py` writes it; a test holds it to what is installed.
"""

# ruff: noqa: INP001 - a script beside the product, in no package

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.markers import default_environment
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "config" / "licences.md"

# Licences that ask for no more than to be named; with MPL-2.0, only its own files stay under it.
ALLOWED = frozenset({
    "0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "CNRI-Python", "ISC",
    "MIT", "MIT-0", "MIT-CMU", "MPL-2.0", "PSF-2.0", "Unlicense", "Zlib",
})  # fmt: skip
# What the metadata leaves out, as the file LICENSE of the package has it.
STATED = {
    "hnswlib": "Apache-2.0",
    "pypdfium2": "BSD-3-Clause AND Apache-2.0",
    "py-rust-stemmers": "MIT",
}
# Packages whose licence is none of the above, each with the reason why it may come along.
EXCEPTIONS: dict[str, str] = {}
PARTS = (
    ("multilingual-e5-small", "MIT", "kebab/models/multilingual-e5-small/MODEL_CARD.md"),
    ("eng.traineddata, kor.traineddata", "Apache-2.0", "kebab/models/tessdata/MODEL_CARD.md"),
)
# What the makers of wheels have put in beside their own code: nothing in the metadata says so.
INSIDE = (
    ("numpy, opencv-python-headless", "libgfortran, libquadmath", "GPL-3.0 with GCC's exception"),
    ("opencv-python-headless", "FFmpeg", "LGPL-2.1"),
    ("shapely", "GEOS", "LGPL-2.1"),
    ("tesserocr", "JBIG-KIT, for TIFF", "GPL-2.0"),
)
_CLASSIFIERS = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
}
_SPELLINGS = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache License 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache License Version 2.0": "Apache-2.0",
    "BSD License": "BSD",
    "MIT License": "MIT",
}


@dataclass(frozen=True, slots=True, order=True)
class Licence:
    """What a package says of its licence; "" where it says nothing."""

    name: str
    licence: str

    @property
    def is_allowed(self) -> bool:
        """Whether each licence that has to be kept is allowed; of a choice, one will do."""
        if self.name in EXCEPTIONS:
            return True
        plain = re.sub(r" WITH [\w.-]+", "", self.licence)
        if "(" in plain:  # which choice goes with what is not worked out: each has to do
            return set(re.split(r" AND | OR |[()]", plain)) - {""} <= ALLOWED
        return any(
            all(part.strip() in ALLOWED for part in choice.split(" AND "))
            for choice in plain.split(" OR ")
        )


def direct_requirements() -> list[Requirement]:
    """Read what kebab itself asks for."""
    tables = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    return [Requirement(text) for text in tables["project"]["dependencies"]]


def installed_licences() -> list[Licence]:
    """Follow the requirements through what is installed here; say the licence of each."""
    return sorted(Licence(name, _licence(name, found)) for name, found in _reached())


def _reached() -> Iterator[tuple[str, Distribution]]:
    waiting = [(_name(one.name), frozenset(one.extras)) for one in direct_requirements()]
    seen: set[tuple[str, frozenset[str]]] = set()
    told: set[str] = set()
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        if name not in told:
            told.add(name)
            yield name, found
        for text in found.requires or []:
            one = Requirement(text)
            if _applies(one, extras):
                waiting.append((_name(one.name), frozenset(one.extras)))


def _applies(one: Requirement, extras: frozenset[str]) -> bool:
    environment = {key: str(value) for key, value in default_environment().items()}
    return one.marker is None or any(
        one.marker.evaluate({**environment, "extra": extra}) for extra in {"", *extras}
    )


def _licence(name: str, found: Distribution) -> str:
    if name in STATED:
        return STATED[name]
    said = found.metadata
    if expression := said.get("License-Expression"):
        return str(expression)
    free = (said.get("License") or "").strip().split("\n")[0].strip()
    free = _SPELLINGS.get(free, free)
    if re.fullmatch(r"[\w.+-]+(( AND | OR )[\w.+-]+)*", free):
        return free
    classes = [
        _CLASSIFIERS.get(line.rpartition(" :: ")[2], line)
        for line in said.get_all("Classifier") or []
        if line.startswith("License :: ") and not line.endswith("OSI Approved")
    ]
    return " AND ".join(sorted(set(classes))) or free


def _name(text: str) -> str:
    return re.sub(r"[-_.]+", "-", text).lower()


def render(licences: list[Licence]) -> str:
    """Write the list."""
    lines = [
        "# Licences",
        "",
        "kebab is under the MIT licence (`LICENSE`). This is what is installed with it, from the",
        "metadata of each package on Linux; `python .ci/licences.py` writes the list anew, and a",
        "test refuses a licence that asks for more than to be named.",
        "",
        "| Carried in the wheel | Licence | Said in |",
        "|---|---|---|",
        *(f"| {name} | {licence} | `{place}` |" for name, licence, place in PARTS),
        "",
        "| Package | Licence |",
        "|---|---|",
        *(f"| {one.name} | {one.licence} |" for one in licences),
        "",
    ]
    lines += [
        "These wheels hold libraries under another licence; kebab calls none of them by itself:",
        "",
        "| Wheel | Library | Licence |",
        "|---|---|---|",
        *(f"| {wheel} | {library} | {licence} |" for wheel, library, licence in INSIDE),
        "",
    ]
    if EXCEPTIONS:
        lines += ["Others, and why they may come along:", ""]
        lines += [f"- {name}: {reason}." for name, reason in sorted(EXCEPTIONS.items())]
        lines.append("")
    return "\n".join(lines)


if __name__ == "__main__":
    LIST.write_text(render(installed_licences()), "utf-8", newline="\n")
