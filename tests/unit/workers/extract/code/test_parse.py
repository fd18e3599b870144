"""What is made of a file of code."""

from pathlib import Path

import pytest

from kebab.errors import UnreadableDocumentError
from kebab.wire.worker import ChunkingConfig
from workers.chunk.by_symbol import chunk_symbols
from workers.extract.code.parse import parse_code
from workers.extract.limits import Limits

SHARED = Path(__file__).resolve().parents[6] / "shared/data/docs/fastapi"


def parsed(name, text):
    return parse_code(text.encode() if isinstance(text, str) else text, name, Limits())


@pytest.mark.parametrize(
    ("name", "text", "code_lang"),
    [
        ("a.py", "", "python"),
        ("a.tsx", "", "typescript"),
        ("a.h", "/*\n  using class names\n*/\nint f(void);\n", "c"),
        ("a.h", "namespace a {\nclass B;\n}\n", "cpp"),
        ("bin/run", "#!/usr/bin/env python3\nprint(1)\n", "python"),
        ("bin/run", "plain", "code"),
        ("a.lua", "x = 1", "lua"),
    ],
)
def test_language_is_told_by_name_content_and_first_line(name, text, code_lang):
    assert parsed(name, text).code_lang == code_lang


def test_lines_are_the_files_own_and_the_title_is_its_name():
    canonical = parsed("src/pool.py", "x = 1\r\ny = 2\r\n")

    assert canonical.lines is None
    assert canonical.title == "pool.py"
    assert canonical.blocks[0].text == "x = 1\ny = 2"


def test_file_in_another_encoding_is_read_with_a_warning():
    canonical = parsed(
        "a.py", "# 한국어 주석입니다, 여기에 있습니다\ndef f(): pass\n".encode("cp949")
    )

    assert canonical.encoding == "cp949"
    assert canonical.blocks[-1].place.symbol == "f"
    assert "한국어" in canonical.blocks[-1].text


def test_rows_are_right_behind_characters_outside_ascii():
    text = "# 안녕 🎉 é\nx = '한글'\n\n\ndef f():\n    return '끝'\n"

    assert [(b.place.symbol, b.start) for b in parsed("a.py", text).blocks][-1] == ("f", 5)


def test_binary_file_is_refused():
    with pytest.raises(UnreadableDocumentError):
        parsed("video.ts", b"\x47\x00\x00\x10" * 1000)


def test_language_without_a_grammar_is_cut_at_paragraphs():
    text = "function a()\n  x\n\n  y\nend\n\nlocal b = 1\n"

    assert [block.start for block in parsed("a.lua", text).blocks] == [1, 7]


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared documents are not here")
def test_every_fastapi_source_is_covered_by_its_chunks():
    sizes = ChunkingConfig(target_tokens=320, overlap_tokens=40, max_tokens=460)
    files = sorted((SHARED / "fastapi").rglob("*.py"))
    assert files
    for file in files:
        text = file.read_text("utf-8")
        canonical = parse_code(text.encode(), file.name, Limits())
        chunks = chunk_symbols(canonical.blocks, sizes, lambda ts: [len(t) // 4 for t in ts])
        covered = {n for c in chunks for n in range(c.line_start, c.line_end + 1)}
        said = {n for n, line in enumerate(text.split("\n"), start=1) if line.strip()}
        assert said <= covered, file
        assert all(chunk.token_count <= 460 for chunk in chunks), file
