"""The token's file: made once, whole, for its owner alone; and what counts as showing it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from kebab.errors import SettingsError
from kebab.mcp.http.bearer import load_token


def test_a_new_token_is_kept_for_the_owner_alone(tmp_path):
    path = tmp_path / "state" / "http.token"
    first, second = load_token(path), load_token(path)

    assert (first.is_new, second.is_new) == (True, False)
    assert first.text == second.text == path.read_text("utf-8").strip()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert list(path.parent.iterdir()) == [path]


def test_servers_that_start_at_once_agree_on_one(tmp_path):
    with ThreadPoolExecutor(16) as pool:
        tokens = list(pool.map(load_token, [tmp_path / "token"] * 64))

    assert len({token.text for token in tokens}) == 1
    assert sum(token.is_new for token in tokens) == 1


def test_two_places_have_two_tokens(tmp_path):
    assert load_token(tmp_path / "a").text != load_token(tmp_path / "b").text


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o777])
def test_a_file_that_others_may_use_is_refused(tmp_path, mode):
    path = tmp_path / "token"
    load_token(path)
    path.chmod(mode)

    with pytest.raises(SettingsError, match="others"):
        load_token(path)


@pytest.mark.parametrize("text", ["", "short", "two words of a token", "a" * 20 + "ü", "a" * 15])
def test_what_is_no_token_is_refused_without_being_told(tmp_path, text):
    path = tmp_path / "token"
    path.write_text(text, "utf-8")
    path.chmod(0o600)

    with pytest.raises(SettingsError) as told:
        load_token(path)
    assert not text or text not in f"{told.value} {told.value.hint}"


def test_a_place_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").touch()

    with pytest.raises(SettingsError, match="cannot be used"):
        load_token(tmp_path / "file" / "token")


def test_one_header_with_the_scheme_and_the_token_fits(tmp_path):
    token = load_token(tmp_path / "token")
    right = f"Bearer {token.text}".encode()

    assert token.fits([right])
    assert token.fits([right.replace(b"Bearer", b"bearer")])
    assert not token.fits([])
    assert not token.fits([right, right])
    assert not token.fits([right + b"x"])
    assert not token.fits([right[:-1]])
    assert not token.fits([right.replace(b"Bearer", b"Basic")])
    assert not token.fits([b"Bearer "])
    assert token.text not in repr(token)
