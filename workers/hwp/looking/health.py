"""Says whether rhwp loads in this worker, and what pictures of pages can show."""

from __future__ import annotations

from kebab.errors import KebabError
from workers.extract.limits import Limits
from workers.hwp.freetype import preload_freetype
from workers.hwp.looking.fonts import REMEDY, SOME_HANGUL, font_health
from workers.hwp.native import rhwp_version
from workers.hwp.outcome import Args, Outcome


def health(_args: Args, _limits: Limits) -> Outcome:
    """Try it. What is wrong is a value: doctor turns it into a sentence and a remedy."""
    found: dict[str, object] = {
        "rhwp_version": None,
        "freetype": preload_freetype(),
        "error": None,
        "hint": None,
        "fonts": None,
        "lacking": "",
        "remedy": REMEDY,
    }
    try:
        found["rhwp_version"] = rhwp_version()
        fonts = font_health()
    except KebabError as error:
        return Outcome(found | {"error": str(error), "hint": error.hint})
    return Outcome(
        found | {"fonts": fonts.for_text(SOME_HANGUL), "lacking": fonts.lacking(SOME_HANGUL)}
    )
