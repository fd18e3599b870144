"""Name everything that shapes the chunks of a medium, so that a change of it is noticed. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping

from blake3 import blake3

from kebab.ingest.media import MEDIA
from kebab.settings.model import ChunkingSettings, EmbeddingSettings, SourceSettings
from kebab.wire.extraction import VERSIONS

_DIGITS = 32


def source_fingerprints(
    source: SourceSettings, chunking: ChunkingSettings, embedding: EmbeddingSettings
) -> dict[str, str]:
    """Return the fingerprint of each medium for the documents of one source.

    What a source says of its documents is part of it: they carry it. Limits, time-outs and the
    vector space are not: they leave the chunks as they are.
    """
    return {
        media: digest(
            {
                "versions": VERSIONS[media],
                "chunking": chunking.model_dump(mode="json"),
                "tokenizer": _tokenizer(embedding),
                "trust_level": source.trust_level,
                "source_type": source.source_type,
            }
        )
        for media in MEDIA
    }


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
