"""What front matter says of its document, taken key by key; a bad value costs a warning."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from workers.extract.plain_values import to_plain

DATES = ("created_at", "updated_at", "date")
_MAX_TAGS = 100
_MAX_TAG_CHARS = 100
_MAX_TITLE_CHARS = 300
_LANGUAGE = re.compile(r"([A-Za-z]{2,3})([-_][A-Za-z0-9]{2,8})*")
_SOURCE_TYPE = re.compile(r"[A-Za-z0-9._-]{1,64}")
_TRUST_LEVELS = ("primary", "secondary", "generated")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What a document says about itself. `line_count` is how many lines that takes up."""

    line_count: int = 0
    title: str = ""
    lang: str = ""
    tags: tuple[str, ...] = ()
    trust_level: str = ""
    source_type: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def interpret(values: dict[Any, Any], line_count: int, warnings: list[str]) -> FrontMatter:
    """Take the known keys; keep the others under `user`."""
    rest = dict(values)
    title = _text_of(rest.pop("title", None), "title", warnings)
    lang = _language(rest.pop("lang", None), warnings)
    tags = _list_of(rest.pop("tags", None), "tags", warnings)
    aliases = _list_of(rest.pop("aliases", None), "aliases", warnings)
    trust_level = _text_of(rest.pop("trust_level", None), "trust_level", warnings).lower()
    if trust_level and trust_level not in _TRUST_LEVELS:
        warnings.append(f"front matter: trust_level has to be one of {', '.join(_TRUST_LEVELS)}")
        trust_level = ""
    source_type = _text_of(rest.pop("source_type", None), "source_type", warnings)
    if source_type and not _SOURCE_TYPE.fullmatch(source_type):
        warnings.append("front matter: source_type may hold letters, digits, '.', '_' and '-' only")
        source_type = ""
    return FrontMatter(
        line_count=line_count,
        title=title[:_MAX_TITLE_CHARS],
        lang=lang,
        tags=tuple(tag.lstrip("#") for tag in tags if tag.lstrip("#")),
        trust_level=trust_level,
        source_type=source_type,
        metadata=_metadata(rest, aliases, warnings),
        warnings=tuple(warnings),
    )


def _metadata(rest: dict[Any, Any], aliases: list[str], warnings: list[str]) -> dict[str, Any]:
    metadata: dict[str, Any] = {"aliases": aliases} if aliases else {}
    for key in DATES:
        if text := _text_of(rest.pop(key, None), key, warnings):
            metadata[key] = text
    user, is_cut = to_plain(rest)
    if is_cut:
        warnings.append("front matter: it is too large; a part of it was left out")
    return {**metadata, "user": user} if user else metadata


def _text_of(value: Any, key: str, warnings: list[str]) -> str:
    plain, _ = to_plain(value)
    match plain:
        case None:
            return ""
        case str() | int() | float():  # a bool is an int
            return " ".join(str(plain).split())
    warnings.append(f"front matter: {key} has to be a text")
    return ""


def _list_of(value: Any, key: str, warnings: list[str]) -> list[str]:
    plain, _ = to_plain(value)
    if isinstance(plain, str):
        plain = plain.split(",")
    items = plain if isinstance(plain, list) else [] if plain is None else [plain]
    texts = [" ".join(str(item).split()) for item in items if isinstance(item, str | int | float)]
    if len(texts) < len([item for item in items if item is not None]):
        warnings.append(f"front matter: {key} has to be a list of texts")
    kept = dict.fromkeys(text[:_MAX_TAG_CHARS] for text in texts if text)
    return list(kept)[:_MAX_TAGS]


def _language(value: Any, warnings: list[str]) -> str:
    if value is False:  # YAML reads Norwegian's code as a boolean
        return "no"
    text = _text_of(value, "lang", warnings)
    if match := _LANGUAGE.fullmatch(text):
        return match[1].lower()
    if text:
        warnings.append("front matter: lang has to be a language code such as en, ko or ja")
    return ""
