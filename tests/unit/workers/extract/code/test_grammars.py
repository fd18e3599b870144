"""Which definitions are found in each language."""

import subprocess
import sys
from itertools import count

import pytest
from support.code_samples import CASES

from workers.extract.code.definitions import QUERIES
from workers.extract.code.grammars import has_grammar, symbols_of
from workers.extract.code.parse import parse_code
from workers.extract.limits import Limits


def blocks_of(name, text):
    return parse_code(text.encode(), name, Limits()).blocks


def paths_of(name, text):
    return [b.place.symbol for b in blocks_of(name, text) if b.place.symbol]


def text_of(name, text, symbol):
    return next(b.text for b in blocks_of(name, text) if b.place.symbol == symbol)


@pytest.mark.parametrize("code_lang", CASES)
def test_definitions_are_found_with_the_path_of_their_symbols(code_lang):
    name, text, expected = CASES[code_lang]

    assert list(dict.fromkeys(paths_of(name, text))) == expected.split()


@pytest.mark.parametrize("code_lang", CASES)
def test_blocks_are_the_lines_of_the_file_and_leave_none_out(code_lang):
    name, text, _ = CASES[code_lang]
    lines = text.split("\n")
    covered = set()
    for block in blocks_of(name, text):
        end = block.start + block.text.count("\n")
        assert block.text == "\n".join(lines[block.start - 1 : end])
        covered |= set(range(block.start, end + 1))

    assert {n for n, line in enumerate(lines, start=1) if line.strip()} <= covered


@pytest.mark.parametrize(
    ("code_lang", "symbol", "begin"),
    [
        ("python", "Pool", "# of the pool\n@dataclass\nclass Pool"),
        ("python", "Pool.free", "    @property\n"),
        ("typescript", "Store", "/** A store. */\n@Injectable"),
        ("typescript", "Store.add", "  /** Adds. */\n  @Log()\n"),
        ("go", "T", "// T is a thing.\n"),
        ("go", "T.M", "// M does.\n"),
        ("rust", "S", "/// A thing.\n#[derive(Debug)]\n"),
        ("rust", "S.m", "    /// Does.\n    #[inline]\n"),
        ("java", "User", "/** Doc. */\n@Entity\n"),
        ("java", "User.getName", "    /** Name. */\n    @Override\n"),
        ("kotlin", "User", "/** Doc. */\n@Entity\n"),
        ("c", "add", "/* Adds. */\n"),
        ("cpp", "shop.Cart", "/// A cart.\ntemplate <class T>\n"),
        ("csharp", "User", "/// <summary>Doc.</summary>\n[Entity]\n"),
        ("csharp", "User.Name", "    /// <summary>Name.</summary>\n"),
        ("ruby", "Shop.Cart.add", "    # Adds.\n"),
        ("php", "User", "/** Doc. */\n#[Entity]\n"),
        ("swift", "User", "/// Doc.\n@objc\n"),
        ("shell", "build", "# Builds.\n"),
        ("sql", "shop.users", "-- People.\n"),
    ],
)
def test_comments_and_decorators_right_above_belong_to_the_definition(code_lang, symbol, begin):
    name, text, _ = CASES[code_lang]

    assert text_of(name, text, symbol).startswith(begin)


def test_comment_behind_a_statement_does_not_belong_to_what_follows():
    assert text_of("a.py", "x = 1  # one\ndef f():\n    pass\n", "f").startswith("def f")


def test_every_language_of_the_queries_has_a_grammar_and_a_case_here():
    assert set(QUERIES) == set(CASES)
    assert all(has_grammar(code_lang) for code_lang in QUERIES)


def test_definitions_behind_an_error_are_found_all_the_same():
    text = "def good(): pass\n\ndef bad():\n    x = = 1\n\ndef last():\n    return 1\n"

    assert {"good", "bad", "last"} == {*paths_of("a.py", text)}


@pytest.mark.parametrize("code_lang", CASES)
@pytest.mark.parametrize(
    "text", ["", "\n\n", "(" * 20_000, "{[" * 5000 + "\n" * 50, "\ufffd\t\x01é"]
)
def test_nonsense_gives_blocks_and_no_error(code_lang, text):
    name, _, _ = CASES[code_lang]
    canonical = parse_code(text.encode(), name, Limits())

    assert bool(canonical.blocks) == bool(text.strip())


def test_deep_nesting_is_cut_off_at_the_limit():
    text = "\n".join("  " * n + f"class C{n}:" for n in range(60)) + "\n" + "  " * 60 + "x = 1\n"
    canonical = parse_code(text.encode(), "a.py", Limits(max_nesting=5))

    assert max(len(block.path) for block in canonical.blocks) == 5


def test_head_is_the_signature_and_one_line_of_a_long_one():
    short = "@deco\ndef f(\n    a,\n    b,\n):\n    return 1\n"
    long = "def g(\n" + "".join(f"    a{n},\n" for n in range(20)) + "):\n    return 1\n"
    heads = {b.place.symbol: b.head for b in blocks_of("a.py", short + long)}

    assert heads == {"f": "def f(\n    a,\n    b,\n):", "g": "def g("}


def test_text_whose_syntax_takes_too_long_is_given_up_and_the_next_one_is_read():
    seconds = count(step=2)
    slow = symbols_of(["fun a() {}"] * 10_000, "kotlin", lambda: float(next(seconds)))

    assert slow is None
    assert [symbol.names for symbol in symbols_of(["fun a() {}"], "kotlin")] == [("a",)]


def test_missing_grammar_is_an_error_that_says_how_to_install_it():
    code = (
        "import sys; sys.modules['tree_sitter_go'] = None\n"
        "from kebab.errors import KebabError\n"
        "from workers.extract.code.grammars import symbols_of\n"
        "try: symbols_of(['package a'], 'go')\n"
        "except KebabError as error: print(error.code, error, error.hint)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.startswith("missing_extra reading go needs the package tree-sitter-go")
    assert "install kebab again" in done.stdout
