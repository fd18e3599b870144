"""Name everything that shapes the chunks of a medium, so that a change of it is noticed. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping

from blake3 import blake3

from kebab.ingest.captions import DESCRIBED
from kebab.ingest.media import MEDIA
from kebab.ingest.ocr import READ_BY_OCR, page_identity
from kebab.ingest.vision import caption_identity
from kebab.settings.model import EmbeddingSettings, Settings, SourceSettings
from kebab.wire.extraction import VERSIONS

_DIGITS = 32


def source_fingerprints(source: SourceSettings, settings: Settings) -> dict[str, str]:
    """Return the fingerprint of each medium for the documents of one source.

    What a source says of its documents is part of it: they carry it. Limits, time-outs and the
    vector space are not: they leave the chunks as they are.
    """
    return {
        media: digest(
            {
                "versions": VERSIONS[media],
                "chunking": settings.chunking.model_dump(mode="json"),
                "tokenizer": _tokenizer(settings.embedding),
                "trust_level": source.trust_level,
                "source_type": source.source_type,
                **({"ocr": page_identity(settings)} if media in READ_BY_OCR else {}),
                **(_captions(settings) if media == DESCRIBED else {}),
            }
        )
        for media in MEDIA
    }


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
