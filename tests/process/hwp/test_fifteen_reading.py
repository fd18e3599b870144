"""The fifteen promises about HWP documents, kept by a real server with real workers.

Those from 9 on are in test_fifteen_sessions.py.

 1 the library loads with FreeType before it, and doctor names what is missing
 2 a handle on a second thread is an error of ours, and leaks nothing
 3 a file that crashes a reader is turned down, and other documents answer
 4 a truncated file is damaged, not empty
 5 encryption has one code in both formats, and distribution reads without being edited
 6 a swapped extension is opened by its content
 7 a search counts every place, cells and text boxes included
 8 limits are kept, and a walk by cursor meets every block once
 9 twenty-three fields are filled in both formats
10 a save that is killed half-way leaves the file as it was
11 a file replaced while it is open is reported
12 overlapping calls are all answered right
13 a render says whether Hangul can be drawn
14 the manifest is the listing, and a next call is visible
15 a session does the work once (how much faster it is: tests/benchmarks/hwp_session.py)
"""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from support import hwpx
from support.hwp_desk import sit_down

from kebab.errors import UnreadableDocumentError
from workers.hwp.native import NativeDocument
from workers.memory import give_back, resident_bytes

ROOT = Path(__file__).resolve().parents[3]
IMPORT = "import rhwp; print(rhwp.version())"
PRELOAD = "from workers.hwp.freetype import preload_freetype as load; assert load(); "
MOST = {"limit": 500, "max_matches": 200, "max_chars": 20_000}
PREFLIGHT, DAMAGED = "refused_by_preflight", "damaged"
CRASHERS = {
    "panic_parse_cfb_407.hwp": (DAMAGED, DAMAGED),
    "empty_truncated_95pct.hwp": (DAMAGED, DAMAGED),
    "segv_parse_nested_tables_5000.hwpx": (PREFLIGHT, PREFLIGHT),
    "segv_render_sqrt_20000.hwpx": ("", PREFLIGHT),
    "abort_alloc_table_65535.hwpx": (PREFLIGHT, PREFLIGHT),
    "hang_parse_spans_20.hwpx": (PREFLIGHT, PREFLIGHT),
    "recursion_ir_nested_1000.hwpx": (PREFLIGHT, PREFLIGHT),
}


def nested(depth):
    content = "x"
    for _ in range(depth):
        content = hwpx.paragraph("", hwpx.table([content]))
    return content


WRITTEN_CRASHERS = {
    "nested.hwpx": (hwpx.hwpx(nested(300)), PREFLIGHT, PREFLIGHT),
    "huge.hwpx": (
        hwpx.hwpx(hwpx.paragraph("", hwpx.table(["x"], size=(65535, 65535)))), PREFLIGHT, PREFLIGHT,
    ),
    "spans.hwpx": (
        hwpx.hwpx(hwpx.paragraph("", hwpx.table(["x"], spans={(0, 0): (65535, 65535)}))),
        PREFLIGHT, PREFLIGHT,
    ),
    "root.hwpx": (
        hwpx.hwpx(hwpx.paragraph("", hwpx.equation("sqrt {" * 20000 + "}" * 20000))), "", PREFLIGHT,
    ),
}  # fmt: skip


def python(code):
    """Run code where nothing was imported before."""
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )


# 1
def test_library_loads_with_freetype_before_it():
    alone, preloaded = python(IMPORT), python(PRELOAD + IMPORT)

    assert preloaded.returncode == 0, preloaded.stderr
    assert re.fullmatch(r"\d+\.\d+\.\d+\n", preloaded.stdout)
    assert alone.returncode == 0 or "FT_Palette_Data_Get" in alone.stderr


# 1
def test_doctor_names_the_library_that_does_not_load_and_what_to_install(tmp_path):
    broken = tmp_path / "broken" / "rhwp"
    broken.mkdir(parents=True)
    (broken / "__init__.py").write_text(
        "raise ImportError('_rhwp.abi3.so: undefined symbol: FT_Palette_Data_Get')\n", "utf-8"
    )

    with sit_down(tmp_path, ingest=True, PYTHONPATH=str(broken.parent)) as desk:
        checks = {check["name"]: check for check in desk.call("doctor")["checks"]}
        code = desk.code("hwp_info", path=desk.put("a.hwpx", hwpx.hwpx(hwpx.paragraph("a"))))
        found = desk.call("search", query="backup")["hits"]

    assert not checks["hwp"]["ok"]
    assert "FT_Palette_Data_Get" in checks["hwp"]["detail"]
    assert "libfreetype6" in checks["hwp"]["hint"]
    assert code == "missing_extra"
    assert found


# 1
def test_doctor_says_that_the_library_loads_and_what_pictures_can_show(desk):
    checks = {check["name"]: check for check in desk.call("doctor")["checks"]}

    assert checks["hwp"]["ok"]
    assert "FreeType" in checks["hwp"]["detail"]
    assert checks["hwp_fonts"].get("hint") or "Hangul shows" in checks["hwp_fonts"]["detail"]


# 2
def test_handle_on_a_second_thread_is_an_error_of_ours_and_leaks_nothing():
    document = NativeDocument(hwpx.hwpx(hwpx.paragraph("가나다" * 1000)), "a.hwpx")
    raised: list[BaseException] = []

    def touch():
        try:
            document.svg(0)
        except UnreadableDocumentError as error:
            raised.append(error)

    def touch_often():
        for _ in range(50):
            thread = threading.Thread(target=touch)
            thread.start()
            thread.join()

    touch_often()
    give_back()
    before = resident_bytes()
    touch_often()
    give_back()

    assert len(raised) == 100
    assert resident_bytes() - before < 8_000_000
    assert "가나다" in re.sub(r"<[^>]*>\s*", "", document.svg(0))


# 3
@pytest.mark.parametrize("name", WRITTEN_CRASHERS)
def test_file_that_was_written_to_crash_a_reader_is_turned_down(desk, name):
    data, reading, drawing = WRITTEN_CRASHERS[name]
    path = desk.put(name, data)
    before = [reader.pid for reader in desk.readers()]

    asked = [desk.begin("parse_hwp_summary", path=path), desk.begin("get_ir", path=path, limit=1)]
    during = desk.begin("parse_hwp_summary", path=desk.path("form.hwpx"))
    codes = [value.get("code", "") for value, _ in map(desk.result, asked)]

    assert not desk.result(during)[1]
    assert codes == [reading, reading]
    assert desk.code("hwp_render_page", path=path, page=0) == drawing
    assert desk.call("parse_hwp_summary", path=desk.path("form.hwpx"))["text_found"]
    assert [reader.pid for reader in desk.readers()] == before or not before


# 3
@pytest.mark.parametrize("name", CRASHERS)
def test_file_that_crashes_a_reader_is_turned_down_and_other_documents_answer(desk, real, name):
    path = real(name)
    reading, drawing = CRASHERS[name]

    asked = desk.begin("get_ir", path=path, limit=1)
    during = desk.begin("parse_hwp_summary", path=desk.path("form.hwpx"))

    assert desk.result(asked)[0].get("code", "") == reading
    assert not desk.result(during)[1]
    assert desk.code("hwp_open", path=path) == reading
    assert desk.code("hwp_render_page", path=path, page=0) == drawing
    assert desk.call("parse_hwp_summary", path=desk.path("form.hwpx"))["text_found"]


# 4
@pytest.mark.parametrize("share", [0.3, 0.6, 0.95])
@pytest.mark.parametrize("name", ["form.hwp", "form.hwpx"])
def test_truncated_file_is_damaged_not_empty(desk, name, share):
    data = Path(desk.path(name)).read_bytes()
    path = desk.put(f"cut-{share}-{name}", data[: int(len(data) * share)])

    codes = {
        desk.code(tool, path=path)
        for tool in ("parse_hwp_summary", "extract_text", "hwp_open", "hwp_fields")
    }

    assert codes == {DAMAGED}


# 5
def test_encryption_has_one_code_in_both_formats(desk, real):
    paths = [real(f"0{n}_encrypted_password-12345.{end}") for n, end in ((6, "hwp"), (7, "hwpx"))]

    assert [desk.code("hwp_open", path=path) for path in paths] == ["encrypted", "encrypted"]
    assert [desk.code("hwp_fields", path=path) for path in paths] == ["encrypted", "encrypted"]


# 5
def test_encryption_of_written_documents_has_one_code_in_both_formats(desk):
    marked = bytearray(Path(desk.path("form.hwp")).read_bytes())
    marked[marked.index(b"HWP Document File") + 36] |= 2  # the flag of a password
    locked = '<file-entry full-path="a"><encryption-data/></file-entry>'
    data = hwpx.hwpx(hwpx.paragraph("a"), manifest=locked)

    paths = [desk.put("locked.hwp", bytes(marked)), desk.put("locked.hwpx", data)]

    assert [desk.code("hwp_open", path=path) for path in paths] == ["encrypted", "encrypted"]


# 5
def test_distribution_file_is_read_and_not_edited(desk, real):
    path = real("09_distribution_readonly.hwp")

    with desk.opened(path) as name:
        assert desk.call("hwp_doc_text", docId=name)["chars"] > 500
        refused = desk.fail("hwp_doc_replace_text", docId=name, find="의", replace="x")

    assert refused["code"] == "unsupported_format"
    assert refused["details"]["reason"] == "distribution"


# 6
def test_swapped_extension_is_opened_by_its_content(desk):
    for name, is_in, called in (("form.hwpx", "hwpx", "a.hwp"), ("form.hwp", "hwp5", "a.hwpx")):
        path = desk.put(f"swapped-{called}", Path(desk.path(name)).read_bytes())

        assert desk.call("parse_hwp_summary", path=path)["source"]["format"] == is_in
        found = desk.call("hwp_search", path=path, query="칸필드", scope="all")
        assert found["source"]["format"] == is_in
        assert desk.call("hwp_fields", path=path)["field_count"] >= 4


# 7
def test_search_counts_every_place_cells_and_text_boxes_included(desk):
    path = desk.path("blocks.hwpx")
    read = desk.call("get_ir", path=path, limit=500)["blocks"]
    texts = [block["text"] for block in read if block["kind"] != "table"]  # it previews its cells

    found = desk.call("hwp_search", path=path, query="zebra")

    assert found["total_matches"] == sum(text.count("zebra") for text in texts) == 9
    assert {match["where"] for match in found["matches"]} == {
        *("header", "body", "note", "cell", "text_box", "memo"),
    }
    assert desk.call("hwp_search", path=path, query="quagga")["matches"][0]["where"] == "text_box"


# 7
def test_search_counts_what_real_documents_hold(desk, real):
    plan = real("14_rnd_plan_form_65p.hwpx")
    boxed = real("11_report_tables_footnotes.hwpx")
    texts, cursor = [], ""
    while cursor is not None:
        page = desk.call("get_ir", path=boxed, limit=60, cursor=cursor)
        texts += [(block["where"], block["text"]) for block in page["blocks"]]
        cursor = page["next_cursor"]
    in_boxes = {word for where, text in texts if where == "text_box" for word in text.split()}
    elsewhere = " ".join(text for where, text in texts if where != "text_box")
    word = max((word for word in in_boxes if word not in elsewhere), key=len)

    counted = desk.call("hwp_search", path=plan, query="연구", max_matches=1)["total_matches"]
    found = desk.call("hwp_search", path=boxed, query=word)

    assert counted >= 907
    assert {match["where"] for match in found["matches"]} == {"text_box"}


# 8
@pytest.mark.parametrize("limit", [0, -1, 10**9])
@pytest.mark.parametrize(
    ("tool", "name", "more"),
    [
        ("get_ir", "limit", {}),
        ("hwp_search", "max_matches", {"query": "zebra"}),
        ("extract_text", "max_chars", {}),
    ],
)
def test_limit_out_of_bounds_is_refused(desk, tool, name, more, limit):
    refused = desk.fail(tool, path=desk.path("blocks.hwpx"), **more, **{name: limit})

    assert refused["code"] == "invalid_input"
    assert refused["details"]["argument"] == name


# 8
@pytest.mark.parametrize(
    ("tool", "field", "limit"),
    [
        ("get_ir", "blocks", {"limit": 7}),
        ("chunks", "chunks", {"limit": 1, "size": 200}),
        ("hwp_search", "matches", {"query": "문단", "max_matches": 7}),
        ("extract_text", "text", {"max_chars": 100}),
        ("to_markdown", "text", {"max_chars": 300}),
    ],
)
def test_walk_by_cursor_meets_everything_once(desk, tool, field, limit):
    path = desk.path("blocks.hwpx")
    whole = desk.call(
        tool, path=path, **limit | {name: MOST[name] for name in limit if name in MOST}
    )
    walked, cursor, pages = type(whole[field])(), "", 0

    while cursor is not None:
        page = desk.call(tool, path=path, cursor=cursor, **limit)
        walked, cursor, pages = walked + page[field], page["next_cursor"], pages + 1
        assert page["truncated"] == (cursor is not None)

    assert not whole["truncated"]
    assert walked == whole[field]
    assert pages > 2
