"""Have images described by a model, each once for its content, the model and the wording."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial

from blake3 import blake3

from kebab.catalog.writer import CatalogWriter
from kebab.errors import KebabError
from kebab.ingest.assemble import Reading
from kebab.ingest.vision import Vision, caption_identity
from kebab.ingest.writer_thread import WriterThread
from kebab.settings.model import Settings
from kebab.wire.extraction import Extraction

DESCRIBED = "image"  # the medium; pictures inside of other documents are left to their text
_LONGEST_CHARS = 1000
_NOT_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069]+")
_SENTENCE_END = re.compile(r".*[.!?。]", re.DOTALL)

OnCaption = Callable[[Reading, int, int], None]


@dataclass(frozen=True, slots=True)
class Captions:
    """What is said of an image, by frame from 1; not all of it where a later run goes on."""

    texts: tuple[tuple[int, str], ...] = ()
    warnings: tuple[str, ...] = ()
    is_complete: bool = True


class Captioner:
    """Describes images where the settings want it, or takes what an earlier run was told."""

    def __init__(
        self,
        vision: Vision | None,
        writer: WriterThread,
        settings: Settings,
        now_ms: Callable[[], int],
        on_caption: OnCaption = lambda _reading, _page, _pages: None,
        waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._vision = vision
        self._writer = writer
        self._most = settings.captions.max_per_document
        self._kind = f"caption:{caption_identity(settings)}"
        self._now_ms = now_ms
        self._on_caption = on_caption
        self._waiting = waiting

    async def read(self, reading: Reading, extraction: Extraction) -> Captions:
        """Describe the first frames of an image. Raises what is no picture's fault."""
        if self._vision is None or reading.media != DESCRIBED:
            return Captions()
        texts: list[tuple[int, str]] = []
        warnings: list[str] = []
        is_complete = True
        pages = extraction.pages_to_read[: self._most]
        for number, page in enumerate(pages, start=1):
            self._on_caption(reading, number, len(pages))
            try:
                text = await self._caption(self._vision, reading, extraction.content_hash, page)
            except KebabError as error:
                warnings.append(f"no caption: {error}")
                continue
            is_complete = is_complete and text is not None
            if text:
                texts.append((page, text))
        return Captions(tuple(texts), tuple(warnings), is_complete)

    async def _caption(
        self, vision: Vision, reading: Reading, content_hash: str, page: int
    ) -> str | None:
        key = blake3(f"{content_hash}:{page}".encode()).digest(16)
        kept = await self._writer.run(partial(_get, self._kind, key, self._now_ms()))
        if kept is not None:
            return kept
        with self._waiting():
            found = await vision.see(reading, page)
        if found is None:
            return None
        _, seen = found
        caption = tidied(seen.text, is_cut=seen.is_cut)
        await self._writer.run(partial(_put, self._kind, key, caption, self._now_ms()))
        return caption


def tidied(text: str, *, is_cut: bool = False) -> str:
    """Make one paragraph of what a model says, without a sentence that was cut in the middle.

    It may say what somebody wrote into a picture: it is text of a document, and no more than that.
    """
    line = " ".join(_NOT_TEXT.sub(" ", text).split())
    is_cut = is_cut or len(line) > _LONGEST_CHARS
    line = line[:_LONGEST_CHARS]
    whole = _SENTENCE_END.match(line) if is_cut else None
    return whole[0] if whole else line


def _get(kind: str, key: bytes, now_ms: int, writer: CatalogWriter) -> str | None:
    value = writer.get_derivation(kind, key, now_ms)
    return None if value is None else value.decode("utf-8", "replace")


def _put(kind: str, key: bytes, caption: str, now_ms: int, writer: CatalogWriter) -> None:
    writer.put_derivation(kind, key, caption.encode("utf-8", "replace"), now_ms)
