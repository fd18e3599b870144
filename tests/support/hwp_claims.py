"""What the objects about HWP documents claim beside their schemas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kebab.hwp.untrusted import UNTRUSTED
from kebab.wire.publish import published_models

Claim = Callable[[dict[str, Any]], bool]
_LISTS = {
    "hwp_blocks.v1": ("blocks", "total"),
    "hwp_chunks.v1": ("chunks", "total"),
    "hwp_diff.v1": ("differences", "diff_count"),
    "hwp_fields.v1": ("fields", "field_count"),
    "hwp_findings.v1": ("findings", "total"),
    "hwp_matches.v1": ("matches", "total_matches"),
    "hwp_structure.v1": ("nodes", "node_count"),
    "hwp_tables.v1": ("tables", "total"),
}


def _is_counted(version: str) -> Claim:
    name, total = _LISTS[version]
    return lambda answer: len(answer[name]) <= answer[total]


def _names_its_words(answer: dict[str, Any]) -> bool:
    told = answer.get("untrusted_fields", [])
    return told == list(UNTRUSTED.get(answer["schema_version"], told))


def _ends_where_it_is_cut(answer: dict[str, Any]) -> bool:
    return answer["truncated"] == (answer["next_cursor"] is not None)


def _says_why(fonts: dict[str, Any]) -> bool:
    return fonts["ok"] == (fonts["reason"] is None)


_OWN: dict[str, dict[str, Claim]] = {
    "hwp_batch.v1": {
        "summary counts the items": lambda b: (
            b["summary"]
            == {
                "total": len(b["items"]),
                "succeeded": sum(item["ok"] for item in b["items"]),
                "failed": sum(not item["ok"] for item in b["items"]),
            }
        ),
        "result or error": lambda b: all(
            ("result" in item) == (item.get("error") is None) and (item["ok"] <= ("result" in item))
            for item in b["items"]
        ),
    },
    "hwp_diff.v1": {
        "identical is no difference": lambda d: d["identical"] == (not d["diff_count"])
    },
    "hwp_edit.v1": {
        "what was tried is not done": lambda e: not (e["applied"] and e["dry_run"]),
        "all or nothing": lambda e: (
            not (
                e["applied"] and any(e.get(name) for name in ("not_found", "ambiguous", "invalid"))
            )
        ),
        "what is written was applied": lambda e: e["applied"] or e.get("saved") is None,
        "changes are counted": lambda e: len(e["changes"]) <= e["change_count"],
    },
    "hwp_findings.v1": {"clean is no finding": lambda f: f["clean"] == (not f["total"])},
    "hwp_handle.v1": {"missing fonts have a reason": lambda h: _says_why(h["render"])},
    "hwp_handles.v1": {"no more than may be": lambda h: len(h["handles"]) <= h["limit"]},
    "hwp_info.v1": {"missing fonts have a reason": lambda i: _says_why(i["render"])},
    "hwp_matches.v1": {
        "a match is as long as its text": lambda m: all(
            len(one["text"]) == one["length"] and one["text"] in one["context"]
            for one in m["matches"]
        ),
    },
    "hwp_page.v1": {
        "missing fonts have a reason": lambda p: _says_why(p["fonts"]),
        "page is one of them": lambda p: 0 <= p["page"] < p["pages"],
    },
    "hwp_plan.v1": {"ok is nothing invalid": lambda p: p["ok"] == (not p["invalid"])},
    "hwp_text.v1": {"no more than there is": lambda t: len(t["text"]) <= t["chars"]},
    "hwp_thumbnail.v1": {
        "what is present has a type": lambda t: t["present"] == (t.get("mime") is not None)
    },
}


def _claims_of(version: str, fields: set[str]) -> dict[str, Claim]:
    claims = dict(_OWN.get(version, {}))
    if version in _LISTS:
        claims["no more than there are"] = _is_counted(version)
    if {"truncated", "next_cursor"} <= fields:
        claims["it ends where it is cut"] = _ends_where_it_is_cut
    if "untrusted_fields" in fields:
        claims["it names the document's words"] = _names_its_words
    return claims


HWP_CLAIMS = {
    version: _claims_of(version, set(model.model_fields))
    for version, model in published_models().items()
    if version.startswith("hwp_")
}
