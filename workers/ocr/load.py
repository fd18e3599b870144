"""Chooses and loads the OCR engine that the settings ask for and the machine has."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from kebab.errors import MissingExtraError
from kebab.wire.ocr_models import model_folders, model_paths, tesseract_names
from workers.ocr.engine import OcrEngine

# What the models in rapidocr's wheel read.
_RAPID_LANGUAGES = frozenset(
    "cs da de en es fi fr hu id it ja nl no pl pt ro sv tr zh".split()  # noqa: SIM905 - one line
)


def load_engine(
    engine: str, languages: Sequence[str], *, threads: int = 1, tessdata: str = ""
) -> OcrEngine:
    """Load `rapidocr`, `tesseract`, or with `auto` what reads most of the languages best."""
    wanted = tuple(dict.fromkeys(languages)) or ("en",)
    match engine:
        case "rapidocr":
            return _rapid(threads, _unread(wanted))
        case "tesseract":
            return _tesseract(wanted, tessdata)
        case _:
            return _best(wanted, threads, tessdata)


def _best(wanted: Sequence[str], threads: int, tessdata: str) -> OcrEngine:
    has_rapid, has_tesseract = find_spec("rapidocr"), find_spec("tesserocr")
    unread = _unread(wanted)
    if not has_rapid:
        return _tesseract(wanted, tessdata)
    if not unread or not has_tesseract:
        return _rapid(threads, unread)
    if unread == ("ko",):
        return _korean(threads, tessdata)
    return _tesseract(wanted, tessdata)


def _unread(wanted: Sequence[str]) -> tuple[str, ...]:
    return tuple(language for language in wanted if language not in _RAPID_LANGUAGES)


def _rapid(threads: int, unread: Sequence[str]) -> OcrEngine:
    if find_spec("rapidocr") is None:
        raise _missing("rapidocr")
    from workers.ocr.rapid import RapidEngine  # noqa: PLC0415 - opencv

    return RapidEngine(threads, unread)


def _tesseract(wanted: Sequence[str], tessdata: str) -> OcrEngine:
    if find_spec("tesserocr") is None:
        raise _missing("tesserocr")
    from workers.ocr.tesseract import Tesseract  # noqa: PLC0415 - an extra

    names = tesseract_names(wanted)
    return Tesseract(names, _folder_with(names, tessdata))


def _korean(threads: int, tessdata: str) -> OcrEngine:
    from workers.ocr.korean import KoreanEngine  # noqa: PLC0415 - extras
    from workers.ocr.rapid import RapidEngine  # noqa: PLC0415
    from workers.ocr.tesseract import Tesseract  # noqa: PLC0415

    folder = _folder_with(["kor", "eng"], tessdata)
    return KoreanEngine(
        RapidEngine(threads),
        Tesseract(["kor"], folder, lines_only=True),
        Tesseract(["kor", "eng"], folder, lines_only=True),
    )


def _folder_with(names: Sequence[str], tessdata: str) -> Path:
    """Find the first folder that has the models of all languages."""
    if paths := model_paths(names, tessdata):
        return paths[0].parent
    packages = " ".join(f"tesseract-ocr-{name.replace('_', '-')}" for name in names)
    raise MissingExtraError(
        f"there are no Tesseract models for {', '.join(names)}",
        hint=f"install them (Debian: apt install {packages}), or set ocr.tessdata to their folder",
        details={"folders": [str(folder) for folder in model_folders(tessdata)]},
    )


def _missing(package: str) -> MissingExtraError:
    return MissingExtraError(
        f"OCR needs the package {package}, which is not installed",
        hint="it comes with kebab where there is a wheel for it: install kebab again",
        details={"package": package},
    )
