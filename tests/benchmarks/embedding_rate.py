"""Embed a sample of a base's own passages on one thread: what ingest is measured against.

    python tests/benchmarks/embedding_rate.py --config kebab.toml [--sample 400]

Ingest with N workers should reach 0.9 x N x this rate, N up to the number of cores.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from pathlib import Path

from kebab.catalog.reader import CatalogReader
from kebab.ingest.passage import passage_text
from kebab.pool.worker_config import embedding_config
from kebab.settings.load import load_settings
from kebab.settings.paths import catalog_path
from workers.embed.embedder import load_embedder


def passages_of(settings, count):
    """Take a random sample of the chunks, written as they are embedded."""
    reader = CatalogReader(catalog_path(settings.storage.data_dir))
    documents = {document.id: document for document in reader.documents()}
    chunks = [chunk for key in documents for chunk in reader.chunks_of(key)]
    reader.close()
    return [
        passage_text(
            documents[chunk.document_id].title, chunk.heading_path, chunk.text, chunk.token_count
        )
        for chunk in random.Random(7).sample(chunks, min(count, len(chunks)))
    ]


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--sample", type=int, default=400)
    options = parser.parse_args()
    settings = load_settings(options.config, os.environ, {}).settings
    embedder = load_embedder(embedding_config(settings.embedding))
    passages = passages_of(settings, options.sample)
    embedder.embed(passages[:3], kind="passage")
    began = time.perf_counter()
    embedder.embed(passages, kind="passage")
    took = time.perf_counter() - began
    print(f"{len(passages) / took:.1f} passages a second on one thread")


if __name__ == "__main__":
    main()
