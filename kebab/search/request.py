"""Check what a search was asked for, and turn it into what the engines take."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from kebab.errors import InvalidInputError, KebabError, TooLargeError, UnknownArgumentError
from kebab.settings.model import SearchSettings
from kebab.wire.extraction import VERSIONS
from kebab.wire.instants import milliseconds_of
from kebab.wire.search import Mode, SearchInput
from kebab.wire.worker import Filters

MAX_QUERY_CHARS = 32_000
MEDIA = tuple(VERSIONS)
_ALIASES = {
    "md": "markdown",
    "txt": "text",
    "plain": "text",
    "png": "image",
    "jpg": "image",
    "jpeg": "image",
    "hwpx": "hwp",
    "htm": "html",
    "ipynb": "notebook",
    "tsv": "csv",
    "eml": "email",
    "odt": "odf",
    "ods": "odf",
    "odp": "odf",
}
_INVISIBLE = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
_EXCLUDED = re.compile(r"(?<!\S)-(?:\"[^\"]*\"|(?=\S)[^\s\"]+)")
_EXPECTED = '{"query": "text", "k": 5}'


@dataclass(frozen=True, slots=True)
class SearchRequest:
    """A search whose arguments are usable. `fingerprint` names what a cursor must agree with."""

    query: str
    mode: Mode
    k: int
    filters: Filters
    snippet_chars: int
    max_tokens: int
    cursor: str
    trace: bool
    fingerprint: str

    @property
    def meaning(self) -> str:
        """What is embedded: the query without its quotes and without what it excludes."""
        kept = " ".join(_EXCLUDED.sub(" ", self.query).replace('"', " ").split())
        return kept or self.query


def check(search: SearchInput, settings: SearchSettings) -> SearchRequest:
    """Check a search; what it leaves open comes from the settings."""
    query = _clean(search.query).strip()
    if all(unicodedata.category(char) in _INVISIBLE for char in query):
        raise InvalidInputError(
            "query is blank", hint="give a question or keywords", details={"argument": "query"}
        )
    if len(query) > MAX_QUERY_CHARS:
        raise TooLargeError(
            f"query has {len(query):,} characters; the limit is {MAX_QUERY_CHARS:,}",
            hint="ask a shorter question",
            details={"argument": "query", "given": len(query), "maximum": MAX_QUERY_CHARS},
        )
    given = search.model_fields_set
    mode = search.mode if "mode" in given else settings.mode
    filters = _filters(search)
    return SearchRequest(
        query=query,
        mode=mode,
        k=search.k if "k" in given else settings.default_k,
        filters=filters,
        snippet_chars=search.snippet_chars if "snippet_chars" in given else settings.snippet_chars,
        max_tokens=search.max_tokens,
        cursor=search.cursor,
        trace=search.trace,
        fingerprint=_fingerprint(query, mode, filters, settings),
    )


def _clean(text: str) -> str:
    """Replace lone surrogates, which no engine takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _filters(search: SearchInput) -> Filters:
    after = search.ingested_after.strip()
    return Filters(
        tags=_values(search.tags),
        media=checked_media(search.media),
        lang=_values([lang.lower() for lang in search.lang]),
        path_glob=unicodedata.normalize("NFC", _clean(search.path_glob.strip())),
        trust_min=search.trust_min,
        source=_values(search.source),
        source_type=_values(search.source_type),
        repo=_values(search.repo),
        code_lang=_values([lang.lower() for lang in search.code_lang]),
        doc_id=_clean(search.doc_id.strip()),
        ingested_after_ms=milliseconds_of(after, "ingested_after") if after else None,
    )


def checked_media(given: Sequence[str]) -> tuple[str, ...]:
    """Return media by their full names."""
    return _values([_ALIASES.get(name.strip().lower(), name.lower()) for name in given])


def _values(texts: Sequence[str]) -> tuple[str, ...]:
    """Put the values of one filter into one form, so that their order does not matter."""
    cleaned = (unicodedata.normalize("NFC", _clean(text.strip())) for text in texts)
    return tuple(sorted({text for text in cleaned if text}))


def _fingerprint(query: str, mode: str, filters: Filters, settings: SearchSettings) -> str:
    ranking = (settings.fusion, settings.vector_weight, settings.rrf_k, settings.depth)
    key = json.dumps([query, mode, filters.to_fields(), ranking], ensure_ascii=True)
    return hashlib.blake2b(key.encode(), digest_size=8).hexdigest()


def parse(value: Any) -> SearchInput:
    """Read one search that came as JSON. Raises InvalidInputError with the expected shape."""
    details: dict[str, Any] = {"expected": _EXPECTED}
    if not isinstance(value, dict):
        raise InvalidInputError(
            f"a query has to be an object, not {_kind(value)}",
            hint=f"write {_EXPECTED}",
            details=details,
        )
    try:
        return SearchInput.model_validate(value)
    except ValidationError as cause:
        raise _refusal(cause, details) from cause


def _refusal(cause: ValidationError, details: dict[str, Any]) -> KebabError:
    first = cause.errors(include_url=False, include_context=False, include_input=False)[0]
    name = str(first["loc"][0]) if first["loc"] else "query"
    details = {"argument": name[:80], **details}
    if first["type"] == "extra_forbidden":
        valid = list(SearchInput.model_fields)
        near = next(iter(get_close_matches(name.lower(), valid, n=1)), None)
        return UnknownArgumentError(
            f"a query has no argument {name[:80]!r}; it takes {', '.join(valid)}",
            hint=f"use {near!r}" if near else "leave it out",
            details=details,
            did_you_mean=near,
        )
    if first["type"] == "missing":
        return InvalidInputError(
            f"a query needs the argument {name!r}", hint=f"write {_EXPECTED}", details=details
        )
    return InvalidInputError(
        f"{name} cannot be used: {first['msg']}", hint=f"write {_EXPECTED}", details=details
    )


def _kind(value: Any) -> str:
    names = {str: "a text", list: "an array", bool: "a boolean", type(None): "null"}
    return names.get(type(value), "a number")
