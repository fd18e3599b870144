"""Give every chunk of a base that has no vector a random one, to time search on a large base.

Answers by meaning are nonsense on such a base; how long they take is not.

    python tests/benchmarks/attach_random_vectors.py --config kebab.toml
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path

import numpy as np

from kebab.catalog.writer import CatalogWriter
from kebab.pool.worker_config import embedding_config
from kebab.settings.load import load_settings
from kebab.settings.paths import catalog_path

PAGE = 5000


def main():
    """Attach the vectors, clustered as real ones are."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--config", type=Path, required=True)
    options = parser.parse_args()
    settings = load_settings(options.config, os.environ, {}).settings
    embedding = embedding_config(settings.embedding)
    chance = np.random.default_rng(7)
    centres = chance.normal(size=(500, embedding.dimensions))
    writer = CatalogWriter(catalog_path(settings.storage.data_dir))
    began, after, total = time.perf_counter(), 0, 0
    while page := writer.missing_vectors(embedding.identity, after, PAGE):
        noise = chance.normal(size=(len(page), embedding.dimensions))
        vectors = centres[chance.integers(0, 500, len(page))] + 0.7 * noise
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        rows = [
            (missing.row, missing.passage_key, vector.astype("<f2").tobytes())
            for missing, vector in zip(page, vectors, strict=True)
        ]
        total += writer.put_vectors(embedding.identity, rows, 0)
        after = page[-1].row
    writer.close()
    print(f"{total} vectors in {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
