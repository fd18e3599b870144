"""Front matter, Markdown and long files: what others rewrote, refused or miscounted.

Numbers are those of the collected complaints about other products.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

BROKEN = {
    "colon": "title: KB: Something",
    "null": "type: null\ntitle: null",
    "list": "tags: [a, b\nother: x",
    "tab": "title:\tTabbed\n\tbad: indent",
    "scalar": "just some words",
    "sequence": "- one\n- two",
    "number": "title: 2026\ntags: 7\nlang: 3",
    "date": "title: 2026-01-31\ndate: 2026-01-31",
    "duplicate": "title: One\ntitle: Two",
    "anchor": "a: &a [*a]\ntitle: Loop",
    "tag": "title: !!python/object:os.system x",
    "at": "title: @handle\ntags: @x",
    "percent": "%YAML 9.9",
    "brace": "title: {{ page.title }}",
    "quote": 'title: "unfinished',
    "empty": "",
    "mapping": "title: {a: 1}\ntags: {b: 2}",
    "trust": "trust_level: supreme\nsource_type: with spaces",
    "wiki": "aliases: [[Link]]\ntags: '#one, #two'",
    "colon in tags": "tags: a: b",
    "emoji": "title: 🎉 Party: time",
}
UNTOUCHED = {
    "plain.md": b"no heading, no final newline",
    "crlf.md": b"---\r\ntitle: X\r\n---\r\n\r\nbody\r\n",
    "bom.md": b"\xef\xbb\xbf# Title\n\n\n\nmany blank lines\n\n\n",
    "tail.md": b"trailing spaces   \n\ttabs\t\n \n",
    "cp949.md": "한국어 문서이다. 변환하지 않는다.\n".encode("cp949"),
    "broken.md": b"---\ntitle: KB: Something\n---\nbody\n",
}


@pytest.fixture(scope="module")
def shelf(open_shelf):
    files = {
        f"{name}.md": f"---\n{front}\n---\n\n# Heading\n\nBody of {name.replace(' ', '')}word.\n"
        for name, front in BROKEN.items()
    }
    files["unclosed.md"] = "---\ntitle: never closed\n\nBody of unclosedword.\n"
    files["toml.md"] = '+++\ntitle = "From TOML"\ntags = ["t"]\n+++\n\nBody of tomlword.\n'
    files["badtoml.md"] = "+++\ntitle = unquoted words\n+++\n\nBody of badtomlword.\n"
    files["rule.md"] = "# Rule\n\nabove\n\n---\n\nBody of ruleword.\n\n---\n\nbelow\n"
    base = open_shelf(files, workers=2)
    base.report = base.ingest()
    assert base.report.errors == 0
    return base


# 42
@pytest.mark.parametrize("name", [*BROKEN, "unclosed", "toml", "badtoml", "rule"])
def test_body_is_found_whatever_stands_in_front_of_it(shelf, name):
    word = f"{name.replace(' ', '')}word"
    hit = shelf.search(word).hits[0]

    assert hit.doc_path == f"{name}.md"
    lines = (shelf.notes / hit.doc_path).read_text().splitlines()
    at = next(number for number, line in enumerate(lines, 1) if word in line)
    assert hit.citation.start <= at <= hit.citation.end


# 42
@pytest.mark.parametrize(
    "name", ["colon", "list", "tab", "scalar", "sequence", "anchor", "quote", "badtoml", "at"]
)
def test_broken_front_matter_is_one_warning_that_stays_with_the_document(shelf, name):
    warnings = shelf.item(shelf.report, f"{name}.md").warnings

    assert len([warning for warning in warnings if "front matter" in warning]) == 1
    assert shelf.run(shelf.base.inspect_doc(f"{name}.md")).warnings == warnings


# 42
@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("colon", "KB: Something"),
        ("emoji", "🎉 Party: time"),
        ("number", "2026"),
        ("date", "2026-01-31"),
        ("null", "Heading"),
        ("mapping", "Heading"),
        ("empty", "Heading"),
        ("toml", "From TOML"),
    ],
)
def test_title_is_what_a_person_would_read(shelf, name, title):
    assert shelf.run(shelf.base.inspect_doc(f"{name}.md")).document.title == title


# 41
def test_sources_are_never_written(open_shelf):
    shelf = open_shelf(UNTOUCHED)
    before = state_of(shelf.notes)

    shelf.ingest()
    shelf.ingest(force=True)
    shelf.run(shelf.base.forget(list(UNTOUCHED)))

    assert state_of(shelf.notes) == before


def state_of(folder: Path) -> dict[str, tuple[str, int, int]]:
    """Say of each file what it holds, when it was changed, and its mode."""
    return {
        str(path.relative_to(folder)): (
            hashlib.sha256(path.read_bytes()).hexdigest(),
            path.stat().st_mtime_ns,
            path.stat().st_mode,
        )
        for path in folder.rglob("*")
        if path.is_file()
    }


LONG = "---\ntitle: Long\ntags:\n  - one\n---\n\n# Top\n\n" + "".join(
    f"## Part {part}\n\n"
    + f"Sentence of part {part} goes on and on. " * 30
    + f"\n\nmark{part}end\n\n"
    for part in range(40)
)


@pytest.fixture(scope="module")
def long_shelf(open_shelf):
    """Fill a base with files that are long in each way."""
    words = "".join(f"word{number} in a row\n" for number in range(150_000))
    base = open_shelf(
        {
            "long.md": LONG,
            "huge.txt": words + "lastwordofall\n",
            "oneline.txt": "filler text " * 40_000 + "endofline",
            "late.md": "---\ntitle: Late\n---\n" + "para graph.\n\n" * 2_000 + "latewordhere\n",
            "levels.md": "".join(
                f"{'#' * level} Level {level}\n\nText level{level}word.\n\n"
                for level in range(1, 7)
            ),
            "mixed.md": "# Mixed\n\n*emph* **strong** `codeword()` [linkword](https://x.example)"
            " <b>tagword</b> ![altword](p.png)\n\n```python\ndef fencedword():\n    pass\n```\n\n"
            "| cellword | b |\n|---|---|\n| 1 | rowword |\n\n> quotedword\n\n- item listword\n\n"
            "Foot[^1]\n\n[^1]: noteword\n\n<details><summary>sumword</summary>inner</details>\n",
        },
    )
    base.reopen('provider = "hashed"', 'provider = "none"')
    assert base.ingest().errors == 0
    return base


# 44
@pytest.mark.parametrize("part", [0, 1, 17, 39])
def test_line_numbers_are_of_the_file_with_its_front_matter(long_shelf, part):
    hit = long_shelf.search(f"mark{part}end").hits[0]

    lines = LONG.split("\n")
    cited = "\n".join(lines[hit.citation.start - 1 : hit.citation.end])
    assert f"mark{part}end" in cited
    assert hit.citation.end - hit.citation.start < 12
    span = long_shelf.fetch(
        kind="span",
        doc_id=hit.doc_id,
        line_start=hit.citation.start,
        line_end=hit.citation.end,
    )
    assert span.text.strip() == cited.strip()
    assert (span.line_start, span.line_end) == (hit.citation.start, hit.citation.end)


# 45
@pytest.mark.parametrize(
    ("word", "path"),
    [
        ("lastwordofall", "huge.txt"),
        ("word149999", "huge.txt"),
        ("word75000", "huge.txt"),
        ("endofline", "oneline.txt"),
        ("latewordhere", "late.md"),
    ],
)
def test_last_word_of_a_long_file_is_found(long_shelf, word, path):
    hit = long_shelf.search(word).hits[0]

    assert hit.doc_path == path
    assert word in hit.snippet


# Appendix E, 1
@pytest.mark.parametrize("level", range(1, 7))
def test_every_level_of_heading_leads_to_its_text(long_shelf, level):
    hit = long_shelf.search(f"level{level}word").hits[0]

    assert hit.doc_path == "levels.md"
    assert long_shelf.found(f'"Level {level}"') == ["levels.md"]


# Appendix E, 1
@pytest.mark.parametrize(
    "word",
    """emph strong codeword linkword tagword altword fencedword cellword rowword quotedword
    listword noteword sumword""".split(),  # noqa: SIM905 - one name a line would fill the file
)
def test_no_kind_of_markup_hides_its_words(long_shelf, word):
    assert long_shelf.found(word)[0] == "mixed.md"
