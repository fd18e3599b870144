"""What the analysis of texts makes of words, identifiers and scripts."""

import unicodedata

import pytest

from workers.shard.tokens import analyse, characters, elements, stem


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Running pods", ("run", "pod")),
        ("the pod's don’t", ("the", "pod", "dont")),
        ("l'État d’Orléans İstanbul'da", ("l", "etat", "d", "orlean", "istanbul", "da")),
        ("п'ять", ("пять",)),
        ("Café", ("cafe",)),
        ("ＡＰＩ　ｔｅｓｔ", ("api", "test")),
        ("데이터베이스에서", ("데이", "이터", "터베", "베이", "이스", "스에", "에서")),
        ("쿠버API서버", ("쿠버", "api", "서버")),
        ("漢字かな", ("漢字", "字か", "かな")),
        ("물", ("물",)),
        ("हिन्दी भाषा", ("हिन्दी", "भाषा")),
        ("snake_case", ("snake", "case")),
        ("getUserById", ("getuserbyid",)),
        ("", ()),
        ("*** --- \x00 😶", ()),
    ],
)
def test_words_are_folded_stemmed_and_cut_into_pairs(text, words):
    assert analyse(text).words == words


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("DEC-0054", ("dec-0054",)),
        ("in C++.", ("c++",)),
        ("C#, F#", ("c#", "f#")),
        ("(std::vector)", ("std::vector",)),
        ("mail a@b.com!", ("a@b.com", "*b.com")),
        ("`--pre-glob`", ("--pre-glob", "*pre-glob")),
        ("--pre", ("--pre",)),
        ("1.0.21,", ("1.0.21",)),
        ("docs/run-app.md", ("docs/run-app.md", "*run-app.md")),
        ("__init__", ("__init__",)),
        ("go 🚀", ("🚀",)),
        ("kube-system의", ("kube-system",)),
        ("plain words 한글", ()),
    ],
)
def test_identifiers_are_kept_whole(text, exact):
    assert analyse(text).exact == exact


def test_camel_case_gives_its_parts_too():
    assert analyse("getUserById HTTPServer").parts == ("get", "user", "by", "id", "http", "server")


@pytest.mark.parametrize("text", ["한국어 문서", "Café", "が", "각 나라"])
def test_decomposed_text_gives_the_same_tokens(text):
    assert analyse(unicodedata.normalize("NFD", text)) == analyse(text)


def test_old_hangul_is_kept_as_letters():
    assert analyse("ᄒᆞᆫ글").words == ("ᄒᆞ", "ᆞᆫ", "ᆫ글")


def test_a_word_of_any_length_is_cut_short():
    assert analyse("a" * 100_000).words == ("a" * 80,)


def test_no_token_holds_white_space():
    odd = "".join(map(chr, range(0x3000))) + " \ud800 a\udfffb \u00a0x\u2003y\u3000z"

    tokens = analyse(odd)

    assert all(token and not token.split()[1:] for token in (*tokens.words, *tokens.exact))
    " ".join(tokens.words).encode()


def test_characters_of_unspaced_scripts_are_listed():
    assert characters("a물 1 水") == {"물", "水"}


def test_a_piece_splits_into_identifiers_and_words():
    assert list(elements("foo/bar를(API)")) == [("foo/bar", True), ("를", False), ("API", False)]


def test_stems_are_for_english_only():
    assert (stem("databases"), stem("größen"), stem("базы")) == ("databas", "grossen", "базы")
