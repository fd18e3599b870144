"""Name everything that shapes the chunks of a medium, so that a change of it is noticed. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from blake3 import blake3

from kebab.ingest.captions import DESCRIBED
from kebab.ingest.media import MEDIA
from kebab.ingest.ocr import READ_BY_OCR, page_identity
from kebab.ingest.vision import caption_identity
from kebab.settings.model import EmbeddingSettings, Settings, SourceSettings
from kebab.wire.extraction import VERSIONS

_DIGITS = 32
_PART_DIGITS = 8
_PART = re.compile(r"([a-z ]+)=([0-9a-f]+)")


def source_fingerprints(source: SourceSettings, settings: Settings) -> dict[str, str]:
    """Return the fingerprint of each medium for the documents of one source.

    What a source says of its documents is part of it: they carry it. Limits, time-outs and the
    vector space are not: they leave the chunks as they are.
    """
    of_all = {
        "chunking": settings.chunking.model_dump(mode="json"),
        "embedding model": _tokenizer(settings.embedding),
        "source": [source.trust_level, source.source_type],
    }
    return {
        media: _fingerprint(
            {
                "parser": VERSIONS[media][0],
                "chunker": VERSIONS[media][1],
                **of_all,
                **({"ocr": page_identity(settings)} if media in READ_BY_OCR else {}),
                **(_captions(settings) if media == DESCRIBED else {}),
            }
        )
        for media in MEDIA
    }


def with_part(fingerprint: str, name: str, facts: object) -> str:
    """Add what shapes one document beside what shapes all of its medium."""
    return f"{fingerprint},{name}={_short(facts)}"


def changed_parts(before: str, after: str) -> tuple[str, ...]:
    """Name what differs between two fingerprints; a part that only one of them has differs."""
    old, new = dict(_PART.findall(before)), dict(_PART.findall(after))
    if not old:  # of an older kebab, which did not tell the parts apart
        return ("kebab",)
    return tuple(name for name in {**new, **old} if old.get(name) != new.get(name))


def _fingerprint(parts: Mapping[str, object]) -> str:
    return ",".join(f"{name}={_short(facts)}" for name, facts in parts.items())


def _short(facts: object) -> str:
    return digest({"": facts})[:_PART_DIGITS]


def _captions(settings: Settings) -> dict[str, object]:
    identity = caption_identity(settings)
    most = settings.captions.max_per_document
    return {} if identity is None else {"captions": [identity, most]}


def digest(facts: Mapping[str, object]) -> str:
    """Turn facts into a short name that is equal where they are."""
    canonical = json.dumps(facts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return blake3(canonical.encode()).hexdigest()[:_DIGITS]


def _tokenizer(embedding: EmbeddingSettings) -> str:
    """Name what counts the tokens of a chunk: the model's own tokenizer."""
    match embedding.provider:
        case "none":
            return ""
        case "fastembed":
            return embedding.model
        case "hashed":
            return "hashed"
