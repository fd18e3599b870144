"""What `schema` and `doctor` tell is what is stored."""

from __future__ import annotations

import json
import os

import pytest
from support.product import Product

FILES = {
    "notes/one.md": "# One\n\nThe zebra crossed the road at noon, and nobody saw it happen.\n",
    "notes/둘.md": "# 백업\n\n매일 밤 데이터베이스 백업을 만든다.\n",
    "manual/three.txt": "The heron stood in the water for the whole afternoon.\n",
}


@pytest.fixture(scope="module")
def base(tmp_path_factory):
    filled = Product(tmp_path_factory.mktemp("facts"), FILES)
    assert filled.run("ingest", "--quiet").returncode == 0
    return filled


def doctor(product, *words):
    ran = product.run("doctor", "--json", *words)
    return json.loads(ran.stdout), ran.returncode


def check(report, name):
    return next(one for one in report["checks"] if one["name"] == name)


def test_schema_counts_what_list_lists(base):
    documents = base.read("list")["documents"]
    stats = base.read("schema")["stats"]

    assert stats["doc_count"] == len(documents) == 3
    assert stats["chunk_count"] == sum(document["chunk_count"] for document in documents)
    assert stats["media_breakdown"] == {"markdown": 2, "text": 1}
    assert stats["lang_breakdown"] == {"en": 2, "ko": 1}
    assert stats["source_breakdown"] == {"notes": 2, "manual": 1}
    assert stats["vector_count"] == stats["chunk_count"]
    assert stats["last_ingest_at"] >= max(document["updated_at"] for document in documents)
    size = sum(path.stat().st_size for path in (base.folder / "base").glob("catalog*"))
    assert stats["index_bytes"]["catalog"] >= size  # with what SQLite adds while it is read
    assert stats["index_bytes"]["views"] > 0


def test_models_told_by_schema_are_the_documents(base):
    documents = base.read("list")["documents"]
    models = base.read("schema")["models"]

    for name in ("parser", "chunker"):
        told = {document[f"{name}_version"] for document in documents}
        assert models[f"{name}_versions"].keys() == told
    assert sum(models["parser_versions"].values()) == len(documents)
    inspected = base.read("inspect", "chunk", base.read("search", "zebra")["hits"][0]["chunk_id"])
    assert inspected["embedding_model"] == models["embedding_model"]
    assert models["embedding_dimensions"] == 384


def test_doctor_counts_the_shards_as_the_catalog_does(base):
    stats = base.read("schema")["stats"]
    report, status = doctor(base, "--workers", "2")

    assert (report["ok"], status) == (True, 0)
    assert sum(shard["chunks"] for shard in report["shards"]) == stats["chunk_count"]
    assert sum(shard["vectors"] for shard in report["shards"]) == stats["vector_count"]
    assert [worker["shards"] for worker in report["workers"]] == [[0, 2], [1, 3]]
    assert {shard["lexical_lag"] for shard in report["shards"]} == {0}
    assert len({worker["pid"] for worker in report["workers"]} - {os.getpid(), None}) == 2


def test_doctor_tells_of_a_source_that_is_missing(base):
    (base.folder / "manual").rename(base.folder / "unmounted")
    try:
        report, status = doctor(base)
    finally:
        (base.folder / "unmounted").rename(base.folder / "manual")

    assert (report["ok"], status) == (False, 3)
    assert str(base.folder / "manual") in check(report, "config")["detail"]
    assert check(report, "config")["hint"]


def test_counts_follow_what_is_forgotten_and_the_revision_grows(base):
    before = base.read("schema")
    added = base.read("ingest-stdin", "--title", "A memo", stdin="The eel lives in the river.\n")
    during = base.read("schema")
    forgotten = base.read("forget", added["items"][0]["doc_id"])
    after = base.read("schema")

    assert during["stats"]["source_breakdown"] == {"notes": 2, "manual": 1, "external": 1}
    assert forgotten["chunks"] == 1
    assert {**after["stats"], "index_bytes": 0, "last_ingest_at": 0} == {
        **before["stats"],
        "index_bytes": 0,
        "last_ingest_at": 0,
    }
    revisions = [info["models"]["corpus_revision"] for info in (before, during, after)]
    assert revisions == sorted(set(revisions))
