"""Where a storm happens: a corpus that stays, one that changes, and a base with short limits."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.product import Product, corpus

# The limits are short so that a hung worker is found soon; the rest is as it comes.
SETTINGS = """[storage]
data_dir = "base"
state_dir = "state"
shards = {shards}
[embedding]
provider = "hashed"
[ingest]
wait_for_lease_s = 0.2
[pool]
boot_timeout_s = 20.0
search_timeout_s = {search_timeout_s}
extract_timeout_s = 5.0
embed_timeout_s = 5.0
catch_up_timeout_s = 20.0
[[sources]]
id = "notes"
root = "notes"
[[sources]]
id = "manual"
root = "manual"
[[sources]]
id = "churn"
root = "churn"
"""
# For commands, whose workers nothing is done to: on a busy machine the short limits are too short.
PATIENT = {
    f"KEBAB_POOL_{name}_TIMEOUT_S": "100" for name in ("SEARCH", "EXTRACT", "EMBED", "CATCH_UP")
}
UNTOUCHED = "untouched"
_LETTERS = "bcfhjkmpqv"  # no word of them has an ending that a stemmer would take
_NOUNS = (
    "anchor", "basin", "candle", "delta", "ember", "ferry", "gravel", "hollow", "island", "jetty",
    "kernel", "ladder", "meadow", "needle", "orbit", "pillar", "quarry", "ribbon", "saddle",
    "tunnel", "umbrella", "valley", "willow", "yard", "zenith",
)  # fmt: skip


def code_word(number: int) -> str:
    """Make a word that stands in one document only."""
    return "zx" + "".join(_LETTERS[int(digit)] for digit in f"{number:05}")


def note(name: str, word: str, chance: random.Random, sections: int = 4) -> str:
    """Write a document of up to so many sections, with its code word in the last."""
    paragraphs = [
        f"## The {chance.choice(_NOUNS)}\n\n"
        + " ".join(
            f"the {chance.choice(_NOUNS)} near the {chance.choice(_NOUNS)}." for _ in "ab" * 9
        )
        for _ in range(chance.randint(sections // 2, sections))
    ]
    return f"# {name}\n\n" + "\n\n".join(paragraphs) + f"\n\nIts code is {word}.\n"


@dataclass(frozen=True, slots=True)
class Known:
    """What calls may ask for: documents and chunks that stay, with the words that find them."""

    words: dict[str, str]
    document_ids: tuple[str, ...]
    chunk_ids: tuple[str, ...]
    nouns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SceneOptions:
    """How large it is. A vector view has files only where a shard has some 2,000 chunks."""

    documents: int
    sections: int = 4
    shards: int = 4
    search_timeout_s: float = 1.5


class Scene:
    """The folder of a storm."""

    def __init__(self, folder: Path, seed: int, options: SceneOptions) -> None:
        chance = random.Random(seed)  # noqa: S311 - a storm has a seed
        files = corpus()
        self._words = {}
        for number in range(options.documents):
            path, word = f"stay/{number:04}.md", code_word(number)
            files[f"notes/{path}"] = note(f"Note {number}", word, chance, options.sections)
            self._words[word] = path
        settings = SETTINGS.format(shards=options.shards, search_timeout_s=options.search_timeout_s)
        self.product = Product(folder, files, settings)
        for name in ("churn", "outside"):
            (folder / name).mkdir()

    def ingest(self) -> None:
        """Make the base, and an untouched copy of it."""
        ran = self.product.run("ingest", "--json", "--summary-only", env=PATIENT)
        report = json.loads(ran.stdout.splitlines()[-1])
        assert (report["errors"], report["vector_coverage"]) == (0, 1.0), ran.stdout
        folder = self.product.folder
        shutil.copytree(folder / "base", folder / UNTOUCHED)

    def look(self) -> Known:
        """Learn the ids that calls may ask for."""
        queries = "".join(f'{{"query": "{noun}", "k": 50}}\n' for noun in _NOUNS)
        ran = self.product.run("search", "--bulk", "--json", stdin=queries, env=PATIENT)
        assert ran.returncode == 0, ran.stderr
        items: list[Any] = [json.loads(line) for line in ran.stdout.splitlines()]
        hits = [hit for item in items if item.get("response") for hit in item["response"]["hits"]]
        return Known(
            words=dict(self._words),
            document_ids=tuple(sorted({hit["doc_id"] for hit in hits})),
            chunk_ids=tuple(sorted({hit["chunk_id"] for hit in hits})),
            nouns=_NOUNS,
        )
