"""Whether pictures show Hangul, seen by drawing; each in a process that has drawn nothing yet."""

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest
from PIL import ImageFont
from support.hwpx import hwpx, paragraph

from workers.hwp.looking import font_file

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has fontconfig")
PROGRAM = """
import json, os, sys
from pathlib import Path
from workers.hwp.looking.fonts import find_fonts
health = find_fonts(lambda: Path(sys.argv[1]))
fields = [health.for_text(text) for text in ("한글", "Latin", " ")]
print(json.dumps([fields, os.environ.get("FONTCONFIG_FILE")]))
"""


FIRST_PICTURE = """
import io, json, sys
from PIL import Image
from workers.extract.limits import Limits
from workers.hwp.requests import HwpRequests
requests = HwpRequests(Limits())
def ink():
    reply = requests.handle({
        "op": "render", "path": sys.argv[2], "document": None, "expected": None, "edits": [],
        "args": {"page": 0, "format": "png", "scale": 1.0},
    })
    with Image.open(io.BytesIO(reply["attachment"]["data"])) as picture:
        return sum(picture.convert("L").histogram()[:200])
print(json.dumps([ink(), ink()]))
"""


def look(cache, **env):
    """Find the fonts in a new process; give what it says of Hangul, of Latin, of nothing."""
    return run(PROGRAM, cache, **env)


def run(program, cache, *args, **env):
    """Run a program in a process that knows of no fontconfig file but one that is given."""
    kept = {name: value for name, value in os.environ.items() if name != "FONTCONFIG_FILE"}
    done = subprocess.run(
        [sys.executable, "-c", program, str(cache), *map(str, args)],
        capture_output=True,
        text=True,
        check=True,
        env={**kept, "XDG_CACHE_HOME": str(cache), **env},
    )
    return json.loads(done.stdout)


def font_list(folder, *folders, rules=""):
    file = folder / "mine.conf"
    listed = "".join(f"<dir>{one}</dir>" for one in folders)
    file.write_text(f"<fontconfig>{listed}{rules}</fontconfig>", encoding="utf-8")
    return str(file)


@LINUX
def test_without_fonts_both_scripts_are_missing_and_the_users_own_file_is_left_alone(tmp_path):
    (tmp_path / "empty").mkdir()
    mine = font_list(tmp_path, tmp_path / "empty")

    (hangul, latin, nothing), file = look(tmp_path, FONTCONFIG_FILE=mine)

    assert (hangul["ok"], hangul["code"]) == (False, "no_hangul_font")
    assert (latin["ok"], latin["code"]) == (False, None)
    assert nothing["ok"] is True
    assert file == mine


@LINUX
def test_13_a_font_without_hangul_shows_latin_and_is_told_from_one_that_has_it(tmp_path):
    (tmp_path / "latin").mkdir()
    font = ImageFont.load_default(10).path  # the one that Pillow carries
    (tmp_path / "latin/one.ttf").write_bytes(font.getvalue())
    renamed = (
        '<match target="scan"><edit name="family" mode="assign">'
        "<string>DejaVu Sans</string></edit></match>"
    )
    mine = font_list(tmp_path, tmp_path / "latin", rules=renamed)

    (hangul, latin, _), _ = look(tmp_path, FONTCONFIG_FILE=mine)

    assert (hangul["ok"], hangul["code"]) == (False, "no_hangul_font")
    assert latin == {"ok": True, "code": None, "reason": None}


@LINUX
def test_13_a_font_that_came_as_a_package_is_found_without_being_configured(tmp_path):
    if find_spec("pylopdf_fonts_ko") is None:
        pytest.skip("no font with Hangul came as a package")

    (hangul, latin, _), _ = look(tmp_path)

    assert (hangul["ok"], latin["ok"]) == (True, True)


@LINUX
def test_the_first_picture_of_a_worker_has_its_hangul(tmp_path):
    if find_spec("pylopdf_fonts_ko") is None:
        pytest.skip("no font with Hangul came as a package")
    file = tmp_path / "a.hwpx"
    file.write_bytes(hwpx(paragraph("\ubdc1" * 30)))

    first, second = run(FIRST_PICTURE, tmp_path, file)

    assert first == second > 300


@LINUX
def test_where_no_font_file_can_be_written_it_stays_as_it_is(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("", encoding="utf-8")

    (hangul, _, _), file = look(blocked)

    assert hangul["ok"] is (file is None and hangul["code"] is None)


def test_the_font_file_adds_the_names_that_the_reader_knows():
    text = font_file.font_file_text(("/a & b",))

    assert "<dir>/a &amp; b</dir>" in text
    assert "<string>NanumGothic</string>" in text
    assert "<string>Nanum Gothic</string>" in text


def test_a_font_file_is_written_once_and_another_text_is_another_file(tmp_path):
    first = font_file.write_font_file("one", tmp_path / "new")
    again = font_file.write_font_file("one", tmp_path / "new")
    other = font_file.write_font_file("two", tmp_path / "new")

    assert first == again != other
    assert first.read_text(encoding="utf-8") == "one"
    assert len(list((tmp_path / "new").iterdir())) == 2
