"""What a wire object claims beside its schema: fields that must not contradict each other."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from jsonschema import Draft202012Validator
from support.hwp_claims import HWP_CLAIMS

from kebab.errors import KebabError
from kebab.wire.publish import published_models
from kebab.wire.wire_object import to_json

PUBLISHED = Path(__file__).resolve().parents[2] / "config" / "wire" / "v1"
Claim = Callable[[dict[str, Any]], bool]


def validator_of(version: str) -> Draft202012Validator:
    """Read a published schema."""
    file = PUBLISHED / f"{version.removesuffix('.v1')}.schema.json"
    return Draft202012Validator(json.loads(file.read_text("utf-8")))


def objects_in(value: Any) -> Iterator[dict[str, Any]]:
    """Give every object that says what it is, however deep."""
    if isinstance(value, dict):
        if isinstance(value.get("schema_version"), str):  # in a schema it is a property
            yield value
        for inner in value.values():
            yield from objects_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from objects_in(inner)


def faults_of(text: str) -> list[str]:
    """Tell what is wrong with a text that was emitted."""
    whole = json.loads(text)
    model = published_models()[whole["schema_version"]]
    # bytes that the model writes again: no field of another shape, none that is not published
    faults = [] if to_json(model.model_validate_json(text)) == text else ["is not as its model"]
    for part in objects_in(whole):
        version = part["schema_version"]
        faults += [f"{version}: {e.message}" for e in validator_of(version).iter_errors(part)]
        faults += [
            f"{version}: {name}"
            for name, claim in CLAIMS.get(version, {}).items()
            if not claim(part)
        ]
    return faults


def _is_last(page: dict[str, Any]) -> bool:
    return page["next_cursor"] is None


def _counted(report: dict[str, Any]) -> Counter[str]:
    return Counter(item["kind"] for item in report["items"] or [])


_OUTCOMES = {
    "new": "new",
    "updated": "updated",
    "unchanged": "unchanged",
    "skipped": "skipped",
    "errors": "error",
}

CLAIMS: dict[str, dict[str, Claim]] = HWP_CLAIMS | {
    "citation.v1": {
        "uri names path and lines": lambda c: (
            unquote(c["uri"])
            == f"{c['path']}#L{c['start']}" + (f"-L{c['end']}" if c["end"] > c["start"] else "")
        ),
        "lines are a range": lambda c: 1 <= c["start"] <= c["end"],
    },
    "search_hit.v1": {
        "citation is of the document": lambda h: h["citation"]["path"] == h["doc_path"],
        "citation is as stale": lambda h: h["citation"]["stale"] == h["stale"],
        "citation is as old": lambda h: h["citation"]["indexed_at"] == h["indexed_at"],
        "an engine found it": lambda h: bool(
            {"lexical_rank", "vector_rank"} & {n for n, v in h["retrieval"].items() if v}
        ),
        "score is the fusion's": lambda h: (
            h["score"] == h["retrieval"]["fusion_score"] or h["score_kind"] in {"bm25", "cosine"}
        ),
    },
    "search_response.v1": {
        "ranks go up by one": lambda r: (
            [h["rank"] for h in r["hits"]]
            == [n + r["hits"][0]["rank"] for n in range(len(r["hits"]))]
        ),
        "scores go down": lambda r: (
            [h["score"] for h in r["hits"]] == sorted((h["score"] for h in r["hits"]), reverse=True)
        ),
        "hits were found in this mode": lambda r: all(
            h["retrieval"]["method"] == r["mode"] for h in r["hits"]
        ),
        "coverage is a share": lambda r: 0 <= r["vector_coverage"] <= 1,
        "a chunk comes once": lambda r: len({h["chunk_id"] for h in r["hits"]}) == len(r["hits"]),
    },
    "answer.v1": {
        "a refusal has a reason": lambda a: a["grounded"] == (a["refusal_reason"] is None),
        "an answer cites, by markers in its text": lambda a: all(
            (c["marker"] is not None and c["marker"] in a["answer"]) == a["grounded"]
            for c in a["citations"]
        ),
        "an answer cites something": lambda a: bool(a["citations"]) or not a["grounded"],
        "a citation comes once": lambda a: (
            len({c["marker"] for c in a["citations"]}) == len(a["citations"]) or not a["grounded"]
        ),
        "a citation is as stale as its place": lambda a: all(
            c["stale"] == c["citation"]["stale"] and c["indexed_at"] == c["citation"]["indexed_at"]
            for c in a["citations"]
        ),
        "no more was used than was found": lambda a: (
            a["retrieval"]["chunks_used"] <= a["retrieval"]["chunks_returned"]
        ),
        "what is answered is over the gate": lambda a: (
            not a["grounded"] or a["retrieval"]["top_score"] >= a["retrieval"]["score_gate"]
        ),
        "a turn has a session": lambda a: (a.get("turn") is None) == (a.get("session_id") is None),
    },
    "answer_event.v1": {
        "it carries what its kind says, and nothing else": lambda e: (
            [name for name in ("hits", "stage", "delta", "answer") if e.get(name) is not None]
            == [
                {"retrieval_done": "hits", "token": "delta", "final": "answer"}.get(
                    e["kind"], e["kind"]
                )
            ]
        ),
    },
    "bulk_search_item.v1": {
        "answer or error": lambda i: (i["response"] is None) != (i["error"] is None)
    },
    "bulk_search_response.v1": {
        "summary counts the results": lambda r: (
            r["summary"]
            == {
                "total": len(r["results"]),
                "succeeded": sum(item["error"] is None for item in r["results"]),
                "failed": sum(item["error"] is not None for item in r["results"]),
            }
        )
    },
    "doc_list.v1": {
        "no more than there are": lambda p: len(p["documents"]) <= p["total"],
        "the last page ends": lambda p: len(p["documents"]) < p["total"] or _is_last(p),
    },
    "doc_summary.v1": {"updated after created": lambda d: d["created_at"] <= d["updated_at"]},
    "doc_inspection.v1": {
        "every chunk is counted": lambda d: d["document"]["chunk_count"] == len(d["chunks"]),
        "chunks are in order": lambda d: (
            [c["ordinal"] for c in d["chunks"]] == list(range(len(d["chunks"])))
        ),
    },
    "fetch_result.v1": {
        "a chunk or a text": lambda r: (
            ("chunk" in r, "text" in r) == (r["kind"] == "chunk", r["kind"] != "chunk")
        ),
        "a cut document goes on": lambda r: r["kind"] != "doc" or r["truncated"] != _is_last(r),
        "a cut span says where": lambda r: (
            r["kind"] != "span" or r["truncated"] == (r["effective_end"] < r["line_end"])
        ),
        "what is gone is stale": lambda r: r["stale"] or not r["gone"],
    },
    "ingest_report.v1": {
        "the sum is what was scanned": lambda r: r["scanned"] == sum(r[n] for n in _OUTCOMES),
        "items agree with the counts": lambda r: (
            r["items"] is None
            or all(_counted(r)[kind] == r[name] for name, kind in _OUTCOMES.items())
        ),
        "every file that was read has a reason": lambda r: (
            sum(r["read_by_reason"].values()) == r["new"] + r["updated"]
        ),
        "every skip has a reason": lambda r: sum(r["skipped_by_reason"].values()) == r["skipped"],
        "errors are told": lambda r: all(
            (item["kind"] == "error") == (item.get("error") is not None)
            and (item.get("error_code") is None or item["error_code"] in KebabError.by_code)
            for item in r["items"] or []
        ),
    },
    "cache_report.v1": {
        "the kinds add up": lambda c: all(
            c[name] == sum(kind[name] for kind in c["kinds"]) for name in ("entries", "size_bytes")
        ),
    },
    "error.v1": {
        "code is known": lambda e: e["code"] in KebabError.by_code,
        "message is a sentence": lambda e: bool(e["message"].strip()),
        "hint is one or none": lambda e: e["hint"] is None or bool(e["hint"].strip()),
    },
    "doctor.v1": {
        "ok if every check is": lambda d: d["ok"] == all(c["ok"] for c in d["checks"]),
        "details are whole": lambda d: all(c["detail"][:1] not in {"", ","} for c in d["checks"]),
        "what answers is ready": lambda d: all(
            w["state"] in {"ready", "busy"} for w in d["workers"] if w["ping_ms"] is not None
        ),
        "shards have one worker each": lambda d: (
            sorted(s for w in d["workers"] for s in w["shards"])
            == [s["shard"] for s in d["shards"]]
        ),
    },
    "schema.v1": {
        "breakdowns sum up": lambda s: (
            {
                s["stats"]["doc_count"],
                *(sum(s["stats"][f"{n}_breakdown"].values()) for n in ("media", "lang", "source")),
            }
            == {s["stats"]["doc_count"]}
        ),
        "coverage is of the chunks": lambda s: (
            s["stats"]["vector_coverage"]
            == (s["stats"]["vector_count"] / max(1, s["stats"]["chunk_count"]))
        ),
        "schemas are published": lambda s: (
            {v.removesuffix(".v1") for v in s["wire"]["schemas"]}
            == {path.name.removesuffix(".schema.json") for path in PUBLISHED.iterdir()}
        ),
    },
    "reset_report.v1": {
        "purged are counted": lambda r: r["orphans_purged"] == len(r["purged_paths"])
    },
    "config_location.v1": {"it is told right": lambda c: c["exists"] == Path(c["path"]).exists()},
    "init_report.v1": {"it is there": lambda i: Path(i["config_path"]).exists()},
}
