"""Pictures reach a model's server whole, and a model that takes none is not asked."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from support.language_models import run
from support.model_servers import Behaviour, ollama_server
from support.picture_models import MODEL, Looking, painted, picture_server

from kebab.answer.llm.pictures import picture_readers
from kebab.errors import (
    ModelNotPulledError,
    ModelUnreachableError,
    ProviderError,
    SettingsError,
)
from kebab.settings.model import (
    CaptionSettings,
    LlmSettings,
    OcrSettings,
    Settings,
    StorageSettings,
)
from kebab.wire.picture import Picture

RULES = "Say what you see."
PICTURE = Picture(painted("red", (64, 48), "JPEG"), "image/jpeg", 64, 48, 640, 480)


def settings(llm, tmp_path, **more):
    storage = StorageSettings(data_dir=tmp_path, state_dir=tmp_path)
    wanted = {"captions": CaptionSettings(enabled=True), **more}
    return Settings(storage=storage, llm=llm, **wanted)


def llm_of(provider, server, **more):
    url = server.url if provider == "ollama" else f"{server.url}/v1"
    return LlmSettings(provider=provider, model=MODEL, base_url=url, retries=0, **more)


async def ask(provider, looking, tmp_path, **more):
    async with (
        picture_server(looking) as server,
        picture_readers(settings(llm_of(provider, server), tmp_path, **more), env={}) as readers,
    ):
        seen = await readers.captions.read(PICTURE, RULES, max_tokens=40)
        return seen, server.requests


@pytest.mark.parametrize("provider", ["ollama", "openai"])
def test_picture_arrives_as_a_file_that_can_be_decoded(provider, tmp_path):
    looking = Looking("A {} barn.".format)

    seen, requests = run(ask(provider, looking, tmp_path))

    assert (seen.text, seen.is_cut) == ("A red barn.", False)
    (image,) = looking.shown
    assert (image.format, image.size) == ("JPEG", (64, 48))
    assert looking.asked == [RULES]
    body = requests[-1].body
    assert body["model"] == MODEL
    assert 40 in (body.get("max_tokens"), body.get("options", {}).get("num_predict"))


@pytest.mark.parametrize("provider", ["ollama", "openai"])
def test_model_of_the_task_goes_before_the_one_that_answers(provider, tmp_path):
    looking = Looking("A {} barn.".format)
    captions = CaptionSettings(enabled=True, model="moondream")

    _, requests = run(ask(provider, looking, tmp_path, captions=captions))

    assert requests[-1].body["model"] == "moondream"


def test_model_of_ollama_that_takes_no_pictures_is_not_asked(tmp_path):
    looking = Looking("I see {}.".format, abilities=("completion",))

    with pytest.raises(ProviderError, match="takes no pictures"):
        run(ask("ollama", looking, tmp_path))

    assert looking.asked == []


def test_server_of_ollama_that_does_not_say_what_its_models_can_do_is_asked(tmp_path):
    seen, _ = run(ask("ollama", Looking("{}".format, abilities=None), tmp_path))

    assert seen.text == "red"


def test_what_a_model_can_do_is_asked_once(tmp_path):
    async def twice():
        async with (
            picture_server(Looking("{}".format)) as server,
            picture_readers(settings(llm_of("ollama", server), tmp_path), env={}) as readers,
        ):
            await readers.captions.read(PICTURE, RULES, max_tokens=40)
            await readers.captions.read(PICTURE, RULES, max_tokens=40)
            return [request.path for request in server.requests]

    assert run(twice()) == ["/api/show", "/api/chat", "/api/chat"]


def test_check_tells_a_model_that_was_not_pulled_from_a_server_that_is_away(tmp_path):
    async def checked(llm):
        async with picture_readers(settings(llm, tmp_path), env={}) as readers:
            await readers.captions.check()

    async def unknown():
        async with ollama_server(Behaviour([])) as server:
            await checked(llm_of("ollama", server))
        async with ollama_server(Behaviour([]), shows={"error": "model not found"}) as server:
            with pytest.raises(ModelNotPulledError, match=MODEL):
                await checked(llm_of("ollama", server))
        for provider in ("ollama", "openai"):
            with pytest.raises(ModelUnreachableError):
                await checked(llm_of(provider, server))

    run(unknown())


def test_scripted_model_is_told_the_size_of_a_picture(tmp_path):
    script = tmp_path / "script.json"
    script.write_text(
        '{"rules": [{"contains": "[image/jpeg 64x48]", "reply": "a small one"},'
        ' {"reply": "another one"}]}'
    )
    llm = LlmSettings(provider="scripted", scripted_path=script)

    async def both():
        other = Picture(painted("red", (9, 9), "JPEG"), "image/jpeg", 9, 9, 9, 9)
        async with picture_readers(settings(llm, tmp_path), env={}) as readers:
            await readers.captions.check()
            return [
                (await readers.captions.read(one, RULES, max_tokens=40)).text
                for one in (PICTURE, other)
            ]

    assert run(both()) == ["a small one", "another one"]


def test_readers_are_made_for_what_the_settings_want(tmp_path):
    async def made(**wanted):
        llm = LlmSettings(provider="ollama", model=MODEL)
        async with picture_readers(settings(llm, tmp_path, **wanted), env={}) as readers:
            return readers.captions is not None, readers.pages is not None

    off = CaptionSettings()
    assert run(made()) == (True, False)
    assert run(made(captions=off)) == (False, False)
    assert run(made(captions=off, ocr=OcrSettings(engine="vision"))) == (False, True)


@pytest.mark.parametrize("provider", ["extractive", "host"])
def test_provider_without_pictures_is_an_error_that_says_what_to_set(provider, tmp_path):
    good = settings(LlmSettings(provider="ollama", model=MODEL), tmp_path)
    unchecked = good.model_copy(update={"llm": LlmSettings(provider=provider)})

    async def open_readers():
        async with picture_readers(unchecked, env={}):
            pass

    with pytest.raises(SettingsError) as caught:
        run(open_readers())

    assert '"ollama" or "openai"' in caught.value.hint


def test_picture_shows_none_of_its_bytes_where_it_is_printed():
    assert "data" not in repr(PICTURE)
    assert Image.open(io.BytesIO(PICTURE.data)).size == (PICTURE.width, PICTURE.height)
