"""What shapes chunks shows in the fingerprint; what does not, does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from kebab.ingest.assemble import unfinished
from kebab.ingest.fingerprint import changed_parts, source_fingerprints, with_part
from kebab.ingest.media import MEDIA
from kebab.settings.model import (
    CaptionSettings,
    ChunkingSettings,
    EmbeddingSettings,
    LimitsSettings,
    LlmSettings,
    OcrSettings,
    Settings,
    SourceSettings,
    StorageSettings,
)
from kebab.wire.extraction import VERSIONS

SOURCE = SourceSettings(root=Path("/x"))
LLM = LlmSettings(provider="ollama", model="gemma3:4b")


STORAGE = StorageSettings(data_dir=Path("/d"), state_dir=Path("/s"))


def fingerprints(source=SOURCE, **changed):
    return source_fingerprints(source, Settings(storage=STORAGE, **changed))


def differing(before, after):
    before, after = fingerprints(**before), fingerprints(**after)
    return {media for media in MEDIA if before[media] != after[media]}


def changed_media(**changed):
    return differing({}, changed)


@pytest.mark.parametrize(
    "changed", [{"engine": "tesseract"}, {"languages": ("de",)}, {"tessdata": "/models"}]
)
def test_change_of_ocr_shows_where_pages_are_read_by_it(changed):
    assert changed_media(ocr=OcrSettings(**changed)) == {"pdf", "image"}


def test_other_models_of_ocr_show(tmp_path):
    def with_models(size):
        for name in ("eng", "kor"):
            (tmp_path / f"{name}.traineddata").write_bytes(b"x" * size)
        return fingerprints(ocr=OcrSettings(tessdata=str(tmp_path)))

    first, same, other = with_models(1), with_models(1), with_models(2)

    assert first == same
    assert {media for media in MEDIA if first[media] != other[media]} == {"pdf", "image"}


@pytest.mark.parametrize(
    "changed",
    [
        {"captions": CaptionSettings()},
        {"llm": LlmSettings(provider="ollama", model="other")},
        {"captions": CaptionSettings(enabled=True, model="other")},
        {"captions": CaptionSettings(enabled=True, max_per_document=2)},
    ],
)
def test_change_of_captions_shows_in_images_alone(changed):
    before = {"llm": LLM, "captions": CaptionSettings(enabled=True)}

    assert differing(before, {**before, **changed}) == {"image"}


def test_change_of_the_model_that_reads_pages_shows_where_pages_are_read():
    before = {"llm": LLM, "ocr": OcrSettings(engine="vision")}
    after = {"llm": LLM, "ocr": OcrSettings(engine="vision", vision_model="other")}

    assert differing(before, after) == {"pdf", "image"}


def test_model_that_answers_leaves_documents_alone():
    assert changed_media(llm=LLM) == set()


def test_change_of_a_limit_leaves_documents_alone():
    assert changed_media(limits=LimitsSettings(max_ocr_pages=3)) == set()


@pytest.mark.parametrize(
    "changed",
    [
        {"chunking": ChunkingSettings(target_tokens=100)},
        {"embedding": EmbeddingSettings(model="BAAI/bge-m3")},
        {"source": SourceSettings(root=Path("/x"), trust_level="generated")},
        {"source": SourceSettings(root=Path("/x"), source_type="ticket")},
    ],
)
def test_change_that_shapes_documents_shows(changed):
    assert fingerprints(**changed)["markdown"] != fingerprints()["markdown"]


@pytest.mark.parametrize(
    "changed",
    [
        {"embedding": EmbeddingSettings(threads=4)},
        {"embedding": EmbeddingSettings(provider="none")},
        {"source": SourceSettings(root=Path("/y"), exclude=("a",))},
    ],
)
def test_change_that_leaves_documents_alone_does_not_show(changed):
    assert fingerprints(**changed) == fingerprints()


@pytest.mark.parametrize(
    ("changed", "medium", "parts"),
    [
        ({}, "pdf", ()),
        ({"chunking": ChunkingSettings(target_tokens=100)}, "markdown", ("chunking",)),
        ({"embedding": EmbeddingSettings(model="BAAI/bge-m3")}, "csv", ("embedding model",)),
        ({"ocr": OcrSettings(languages=("de",))}, "pdf", ("ocr",)),
        ({"captions": CaptionSettings(enabled=True), "llm": LLM}, "image", ("captions",)),
        (
            {"source": SourceSettings(root=Path("/x"), source_type="ticket")},
            "text",
            ("source",),
        ),
    ],
)
def test_what_has_changed_is_named(changed, medium, parts):
    before, after = fingerprints()[medium], fingerprints(**changed)[medium]

    assert changed_parts(before, after) == parts
    assert changed_parts(after, before) == parts
    assert changed_parts(unfinished(before), after) == parts


def test_what_is_said_of_one_document_is_a_part_of_its_own():
    plain = fingerprints()["text"]

    assert changed_parts(plain, with_part(plain, "given", {"tags": ["a"]})) == ("given",)


def test_fingerprint_of_an_older_kebab_names_kebab_itself():
    assert changed_parts("0123456789abcdef", fingerprints()["text"]) == ("kebab",)


def test_every_medium_has_versions():
    assert set(MEDIA) == set(VERSIONS)
