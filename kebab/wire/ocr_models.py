"""Which models OCR works with, where they are looked for, and the rule that merges two readings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

# How the readings of two engines become one line; another rule reads pages again.
MERGE_RULE = "lines-2"
EMBEDDED_FOLDER = Path(__file__).resolve().parents[1] / "models" / "tessdata"
_SYSTEM_FOLDERS = (
    "/usr/share/tesseract-ocr/5/tessdata",
    "/usr/share/tesseract-ocr/4.00/tessdata",
    "/usr/share/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",
    "C:/Program Files/Tesseract-OCR/tessdata",
)
_NAMES = {  # Tesseract's names of languages
    "ar": "ara", "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "es": "spa",
    "fi": "fin", "fr": "fra", "he": "heb", "hi": "hin", "hu": "hun", "id": "ind", "it": "ita",
    "ja": "jpn", "ko": "kor", "nl": "nld", "no": "nor", "pl": "pol", "pt": "por", "ro": "ron",
    "ru": "rus", "sv": "swe", "th": "tha", "tr": "tur", "uk": "ukr", "vi": "vie", "zh": "chi_sim",
}  # fmt: skip


def tesseract_names(languages: Iterable[str]) -> list[str]:
    """Return Tesseract's names of languages, English last: one order, one identity."""
    names = [_NAMES.get(language, language) for language in languages]
    return sorted(names, key=lambda name: name == "eng")


def model_folders(tessdata: str) -> list[Path]:
    """List where Tesseract's models are looked for: in the folder of the settings, or else here."""
    return [Path(tessdata)] if tessdata else [EMBEDDED_FOLDER, *map(Path, _SYSTEM_FOLDERS)]


def model_paths(names: Sequence[str], tessdata: str) -> list[Path] | None:
    """Return the models of all languages, from the first folder that has them, if there is one."""
    for folder in model_folders(tessdata):
        paths = [folder / f"{name}.traineddata" for name in names]
        if all(path.is_file() for path in paths):
            return paths
    return None
