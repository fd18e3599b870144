"""The promises from 9 to 15: forms, saves, sessions, pictures, profiles. The list of all is in
test_fifteen_reading.py.
"""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest
from support import hwpx
from support.faults.injector import Injector, Mode, Operation, Point, require_faults
from support.hwp_desk import sit_down
from support.hwp_forms import blocks, changed
from support.product import KEBAB

from kebab.mcp.profiles import ORDER, load_profile

FILLED = {f"난{number:02}": f"값 {number}" for number in range(23)}
NO_FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


# 9
@pytest.mark.parametrize("ending", ["hwpx", "hwp"])
def test_twenty_three_fields_are_filled(desk, ending):
    source, target = desk.path(f"fields.{ending}"), desk.path(f"filled.{ending}")
    before = Path(source).read_bytes()

    edit = desk.call("hwp_fill_fields", path=source, data=FILLED, output=target)
    after = Path(target).read_bytes()
    differing = changed(before, after)

    assert sorted(edit["filled"]) == sorted(FILLED)
    assert edit["saved"]["verification"]["text_as_expected"]
    assert Path(source).read_bytes() == before
    assert len(differing) == len(FILLED)
    assert sorted(new for _, new in differing.values()) == sorted(
        f"{name}: {value}" for name, value in FILLED.items()
    )


# 9
@pytest.mark.parametrize("ending", ["hwpx", "hwp"])
def test_twenty_three_fields_of_a_real_form_are_filled(desk, real, ending):
    source, target = real("12_official_memo_23fields.hwpx"), desk.path(f"memo-filled.{ending}")
    fields = [one["name"] for one in desk.call("hwp_fields", path=source)["fields"]]
    names = sorted(set(fields))
    data = {name: f"값{number}" for number, name in enumerate(names) if fields.count(name) == 1}

    edit = desk.call("hwp_fill_fields", path=source, data=data, output=target)

    assert len(fields) == 23
    assert sorted(edit["filled"]) == sorted(data)
    assert edit["saved"]["verification"]["text_as_expected"]
    read = " ".join(blocks(Path(target).read_bytes()).values())
    assert all(value in read for value in data.values())


# 10
@pytest.mark.parametrize(
    ("mode", "operation"),
    [(Mode.TEAR, Operation.WRITE), (Mode.CUT, Operation.SYNC), (Mode.CUT, Operation.RENAME)],
    ids=["write", "sync", "rename"],
)
def test_save_that_is_killed_half_way_leaves_the_file_as_it_was(desk, tmp_path, mode, operation):
    require_faults()
    output = tmp_path / "notes" / "out.hwpx"
    output.parent.mkdir()
    output.write_bytes(b"as it was")
    faults = Injector(output.parent, tmp_path / "control")
    faults.arm(mode, Point(1, operation))
    command = ["hwp", "fill", desk.path("fields.hwpx"), "--data", "난00=가", "--overwrite"]

    ran = subprocess.run(
        [*KEBAB, *command, "--output", str(output)],
        env=desk.product.env | faults.env,
        cwd=desk.product.folder,
        start_new_session=True,
        capture_output=True,
        timeout=100,
        check=False,
    )

    assert ran.returncode == -signal.SIGKILL, ran.stderr
    assert output.read_bytes() == b"as it was"


# 11
def test_file_replaced_while_it_is_open_is_reported(desk, fresh):
    path = fresh("form.hwpx")
    with desk.opened(path) as name:
        assert not desk.call("hwp_doc_info", docId=name)["source_changed"]
        Path(path).write_bytes(Path(desk.path("blocks.hwpx")).read_bytes())

        answer = desk.call("hwp_doc_search", docId=name, query="신청서")
        (listed,) = [one for one in desk.call("hwp_list")["handles"] if one["docId"] == name]

    assert answer["source_changed"]
    assert answer["total_matches"] == 1  # of what was opened
    assert listed["source_changed"]


# 12
def test_overlapping_calls_on_one_document_are_all_answered_right(desk, fresh):
    with desk.opened(fresh("form.hwpx")) as name:
        asked = [
            (word, desk.begin("hwp_doc_search", docId=name, query=word))
            for word in ("칸00", "상자", "각주", "주소 없음") * 2
        ]
        asked.insert(3, ("", desk.begin("hwp_doc_fill_fields", docId=name, data={"주소": "서울"})))
        answers = [(word, *desk.result(number)) for word, number in reversed(asked)]

        assert not any(is_error for _, _, is_error in answers)
        assert all(answer["query"] == word for word, answer, _ in answers if word)
        assert {w: a["total_matches"] > 0 for w, a, _ in answers if w} == {
            "칸00": True, "상자": True, "각주": True, "주소 없음": False,
        }  # fmt: skip
        assert desk.call("hwp_doc_search", docId=name, query="서울")["total_matches"] == 1


# 12
def test_overlapping_calls_on_four_documents_are_all_answered_right(desk):
    names = {}
    for number in range(4):
        body = hwpx.paragraph(f"문서 {number} " + "가나다 " * number)
        path = desk.put(f"four-{number}.hwpx", hwpx.hwpx(body))
        names[number] = desk.call("hwp_open", path=path)["docId"]
    try:
        asked = [
            (number, desk.begin("hwp_doc_search", docId=names[number], query="가나다"))
            for _ in range(3)
            for number in names
        ]
        for number, call in reversed(asked):
            answer, is_error = desk.result(call)
            assert not is_error
            assert (answer["docId"], answer["total_matches"]) == (names[number], number)
    finally:
        for name in names.values():
            desk.call("hwp_close", docId=name)


# 13
def test_render_without_a_hangul_font_says_so(tmp_path):
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts.conf").write_text(NO_FONTS.format(folder=tmp_path / "fonts"), "utf-8")

    with sit_down(tmp_path, FONTCONFIG_FILE=str(tmp_path / "fonts.conf")) as desk:
        path = desk.put("a.hwpx", hwpx.hwpx(hwpx.paragraph("한글")))
        drawn = desk.call("hwp_render_page", path=path, page=0)
        opened = desk.call("hwp_open", path=path)
        (fonts,) = [c for c in desk.call("doctor")["checks"] if c["name"] == "hwp_fonts"]

    assert (drawn["fonts"]["ok"], drawn["fonts"]["code"]) == (False, "no_hangul_font")
    assert "Install" in drawn["fonts"]["reason"]
    assert opened["render"]["code"] == "no_hangul_font"
    assert "degraded" in fonts["detail"]


# 13
def test_render_with_a_hangul_font_shows_ink(desk):
    hangul = desk.put("hangul.hwpx", hwpx.hwpx(hwpx.paragraph("뷁" * 400)))
    blank = desk.put("blank.hwpx", hwpx.hwpx(hwpx.paragraph("")))
    if not desk.call("hwp_info", path=hangul)["render"]["ok"]:
        pytest.skip("this machine has no font for Hangul")

    drawn = [desk.call("hwp_render_page", path=path, page=0) for path in (hangul, blank)]

    assert all(page["fonts"] == {"ok": True, "code": None, "reason": None} for page in drawn)
    assert drawn[0]["bytes"] > drawn[1]["bytes"] + 5000


# 14
@pytest.mark.parametrize("name", ["forms", "archive"])
def test_manifest_is_the_listing_and_a_next_call_is_visible(tmp_path, name):
    with sit_down(tmp_path, "--profile", name) as desk:
        listed = [tool["name"] for tool in desk.ask("tools/list")["result"]["tools"]]
        manifest = desk.product.read("capabilities", "--mcp", "--profile", name)
        unknown = desk.fail("hwp_doc_text", docId="doc-9")
        with desk.opened(desk.put("a.hwpx", hwpx.hwpx(hwpx.paragraph("a")))) as handle:
            assert desk.call("hwp_doc_search", docId=handle, query="a")["total_matches"] == 1

    assert listed == [tool["name"] for tool in manifest["tools"]]
    assert manifest["profile"]["name"] == name
    assert unknown["details"]["next_call"]["name"] in listed


# 14
def test_every_recipe_of_a_profile_names_its_tools():
    for name in ORDER:
        profile = load_profile(name)
        assert all(profile.has(step.tool) for step in profile.recipe)


# 15
def test_session_does_the_work_once(desk):
    body = "".join(
        hwpx.paragraph(f"연구 개발 예산 {n}", hwpx.table(["가"] * 8)) for n in range(500)
    )
    path = desk.put("long.hwpx", hwpx.hwpx(body))
    words = ("연구", "개발", "예산")
    desk.call("hwp_search", path=path, query="x")  # the workers are up, and have loaded all

    def cost(work):
        before = sum(sum(reader.cpu_times()[:2]) for reader in desk.readers())
        work()
        return sum(sum(reader.cpu_times()[:2]) for reader in desk.readers()) - before

    def by_path():
        for word in words:
            desk.call("hwp_search", path=path, query=word, max_matches=1)
        desk.call("hwp_info", path=path)

    def in_session():
        with desk.opened(path) as name:
            for word in words:
                desk.call("hwp_doc_search", docId=name, query=word, max_matches=1)
            desk.call("hwp_doc_info", docId=name)

    in_session()

    assert cost(by_path) > 2 * cost(in_session)
