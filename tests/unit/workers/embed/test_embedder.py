"""Which embedder and which token counter the settings ask for."""

from dataclasses import replace

import pytest

from kebab.errors import EmbedderUnavailableError
from workers.embed.embedder import load_embedder, load_token_counter


@pytest.mark.parametrize("provider", ["none", "nonesuch"])
def test_without_a_provider_there_is_no_embedder_but_a_hint(embedded_config, provider):
    with pytest.raises(EmbedderUnavailableError, match=provider) as raised:
        load_embedder(replace(embedded_config, provider=provider))

    assert "embedding.provider" in raised.value.hint


@pytest.mark.parametrize("provider", ["onnx", "hashed", "none"])
def test_every_provider_counts_tokens_alike_by_default(embedded, embedded_config, provider):
    count = load_token_counter(replace(embedded_config, provider=provider))

    assert count(["How are you?", ""]) == embedded.count_tokens(["How are you?", ""])


def test_a_folder_counts_with_its_own_tokenizer(embedded, embedded_config):
    config = replace(embedded_config, provider="fastembed", model=embedded_config.folder)

    assert load_token_counter(config)(["안녕하세요"]) == embedded.count_tokens(["안녕하세요"])


def test_a_model_that_cannot_be_had_still_lets_tokens_be_counted(embedded_config, embedded):
    config = replace(embedded_config, provider="fastembed", model="no/such-model", folder="")

    assert load_token_counter(config)(["안녕하세요"]) == embedded.count_tokens(["안녕하세요"])
