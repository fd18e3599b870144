"""Masks personal numbers and addresses, wherever the file keeps them, or changes nothing.

They are masked in the text, in links and in descriptions of pictures; the preview, which shows the
first page, goes; so do properties that hold one. What cannot be masked, such as a number in a
chart, stands in the way. Pictures are not looked into. No answer repeats what was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kebab.errors import InvalidInputError, UnreadableDocumentError
from workers.hwp import package
from workers.hwp.editing.edited import EditedDocument
from workers.hwp.editing.hidden_texts import HiddenText, hidden_texts, strip_tags
from workers.hwp.editing.places import Place
from workers.hwp.editing.plan import Change, Plan
from workers.hwp.editing.rewriting import Rewriting, Span
from workers.hwp.editing.secret_patterns import KINDS, Secret, SecretKind, find_secrets, masked
from workers.hwp.editing.stretches import Stretch, stretches_of, text_of

_PICTURES = "pictures and embedded files were not looked into"


def redact(document: EditedDocument, args: Mapping[str, Any]) -> Plan:
    """Plan to mask what is of `kinds` (phone, email, rrn, card, account, all) with `mask`."""
    return _Redaction(document, _kinds(args["kinds"]), _mask(args.get("mask", "●"))).plan()


class _Redaction:
    """Everything that is found in one document, and what becomes of it."""

    def __init__(self, document: EditedDocument, kinds: frozenset[SecretKind], mask: str) -> None:
        self._document = document
        self._kinds = kinds
        self._mask = mask
        self._secrets: set[str] = set()
        self._counts: Counter[str] = Counter()
        self._changes: list[Change] = []
        self._invalid: list[str] = []
        self._rewriting = Rewriting()
        self._hidden: list[tuple[HiddenText, str]] = []

    def plan(self) -> Plan:
        """Look through the whole file."""
        file = self._document.file
        self._look_at_paragraphs()
        self._look_behind_them()
        keys = [key for key, text in file.properties().items() if self._take(text)]
        self._look_at_other_parts()
        found = bool(self._counts)

        def make() -> None:
            self._rewriting.make()
            for one, text in self._hidden:
                one.write(text)
            self._mask_guides()
            file.remove_properties(keys)
            file.remove_preview()
            self._check_gone()

        return Plan(
            changes=tuple(self._changes),
            make=make if found and not self._invalid else None,
            touched=self._rewriting.touched,
            replaced_count=self._counts.total(),
            removed=(
                *(f"{kind}: {count}" for kind, count in sorted(self._counts.items())),
                *(f"property: {key}" for key in keys),
                *(f"preview: {name}" for name in file.previews() if found),
            ),
            invalid=tuple(self._invalid),
            warnings=(_PICTURES,) if file.shown_images() else (),
        )

    def _look_at_paragraphs(self) -> None:
        before = ""
        for place in self._document.find().places:
            text = text_of(place.element)
            secrets = find_secrets(text, self._kinds, before)
            before = text
            if secrets:
                self._mask_paragraph(place, text, secrets)

    def _mask_paragraph(self, place: Place, text: str, secrets: Sequence[Secret]) -> None:
        stretches = stretches_of(place.element)
        spans: list[Span] = []
        shown = text
        for secret in secrets:
            self._note(secret)
            cover = masked(secret.text, self._mask)
            shown = shown[: secret.start] + cover + shown[secret.end :]
            stretch = _holding(stretches, secret)
            if stretch is None:
                where = place.address or "a master page"
                self._invalid.append(f"{where}: an object or a tab stands within a {secret.kind}")
                continue
            first = secret.start - stretch.start
            spans.append(Span(stretch, first, first + len(secret.text), cover))
        self._rewriting.add(place, spans)
        kinds = ", ".join(dict.fromkeys(secret.kind for secret in secrets))
        self._changes.append(Change(place.address, f"({kinds})", shown))

    def _look_behind_them(self) -> None:
        file = self._document.file
        for part in (*file.sections(), *file.master_pages()):
            for one in hidden_texts(part):
                if secrets := self._take(one.text):
                    text = one.text
                    for secret in secrets:
                        cover = masked(secret.text, self._mask)
                        text = text[: secret.start] + cover + text[secret.end :]
                    self._hidden.append((one, text))

    def _mask_guides(self) -> None:
        """Mask what fields that nobody filled tell to write: their links have told what it is."""
        for part in self._document.file.sections():
            for element in part.element.iter("{*}t"):
                held = element.text or ""
                for secret in self._secrets:
                    if secret in held:
                        held = held.replace(secret, masked(secret, self._mask))
                        element.text = held
                        part.mark_changed()

    def _look_at_other_parts(self) -> None:
        for name, xml in self._document.file.other_texts().items():
            if name.endswith(".xml") and not name.startswith(("Chart/", "Contents/hist")):
                continue  # sizes and shapes: numbers that look like anything
            for secret in self._take(strip_tags(xml)):
                self._invalid.append(f"{name}: a {secret.kind} that cannot be masked there")

    def _take(self, text: str) -> list[Secret]:
        found = find_secrets(text, self._kinds)
        for secret in found:
            self._note(secret)
        return found

    def _note(self, secret: Secret) -> None:
        self._secrets.add(secret.text)
        self._counts[secret.kind] += 1

    def _check_gone(self) -> None:
        """Look for what was masked in the bytes that would be saved."""
        data = self._document.file.to_bytes("hwpx")
        for name, raw in _texts(data, self._document.path):
            if any(secret in raw for secret in self._secrets):
                raise UnreadableDocumentError(
                    f"{name} of {self._document.path} still holds what was to be masked",
                    hint="Nothing was changed: remove it in Hancom Office.",
                    details={"path": self._document.path, "reason": "not_redacted", "part": name},
                )


def _texts(data: bytes, path: str) -> Iterator[tuple[str, str]]:
    with package.opened(data, path) as opened:
        for name in opened.namelist():
            if not name.startswith("BinData/"):
                raw = opened.read(name).decode("utf-8", "replace")
                yield name, raw + "\n" + strip_tags(raw)


def _holding(stretches: Sequence[Stretch], secret: Secret) -> Stretch | None:
    for stretch in stretches:
        if stretch.start <= secret.start and secret.end <= stretch.start + len(stretch.text):
            return stretch
    return None


def _kinds(named: Sequence[str]) -> frozenset[SecretKind]:
    if "all" in named:
        return frozenset(KINDS)
    known = frozenset(kind for kind in KINDS if kind in named)
    if len(known) < len(set(named)) or not known:
        raise InvalidInputError(
            f"kinds are of {', '.join(KINDS)}, or all",
            hint="leave kinds out for all of them",
            details={"argument": "kinds"},
        )
    return known


def _mask(mask: str) -> str:
    if len(mask) != 1 or not mask.isprintable() or mask.isalnum():
        raise InvalidInputError(
            "mask is one character that is no letter and no digit",
            hint="leave mask out for ●, or give * or ■",
            details={"argument": "mask"},
        )
    return mask
