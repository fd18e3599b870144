"""One call that works for each tool on HWP documents, one that does not, and each as a command."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from support import hwpx
from support.hwp_forms import build, picture, with_parts, write_form

from kebab.mcp.tools.declaration import ToolDeclaration

Call = tuple[str, dict[str, Any]]
FILES = ("form.hwpx", "other.hwpx", "picture.png", "rows.csv", "plan.json")


def lay_out(folder: Path) -> None:
    """Write the documents that the calls are about."""
    form = build(write_form)
    preview = {"Preview/PrvImage.png": picture(), "Preview/PrvText.txt": "신청서".encode()}
    (folder / "form.hwpx").write_bytes(with_parts(form, preview))
    (folder / "other.hwpx").write_bytes(
        hwpx.hwpx(hwpx.paragraph("다른 문서 2026년 3월 1일 1,000원"))
    )
    (folder / "picture.png").write_bytes(picture())
    (folder / "rows.csv").write_text("주소,파일\n서울,a\n부산,b\n", "utf-8")


def plan(folder: Path, out: Path, address: str = "서울") -> dict[str, Any]:
    """Write a plan of two steps and a claim."""
    return {
        "input": str(folder / "form.hwpx"),
        "output": str(out / "planned.hwpx"),
        "steps": [
            {"operation": "fill_fields", "args": {"data": {"주소": address}}},
            {"operation": "set_checkbox", "args": {"occurrence": 0}},
        ],
        "assertions": [{"text": address}],
    }


def working_calls(folder: Path, out: Path) -> Iterator[Call]:
    """Give a call for each tool without a session, in the order of the listing; it works."""
    form, other = str(folder / "form.hwpx"), str(folder / "other.hwpx")
    for tool in ("parse_hwp_summary", "extract_text"):
        yield tool, {"path": form}
    yield "get_ir", {"path": form, "limit": 3}
    yield "iter_blocks", {"path": form, "kind": ["table", "footnote"], "scope": "all"}
    yield "to_markdown", {"path": form, "max_chars": 60}
    yield "to_html", {"path": form, "include_css": True}
    yield "chunks", {"path": form, "size": 60, "overlap": 10, "include_furniture": True}
    yield "hwp_info", {"path": form}
    yield "hwp_export_text", {"path": form, "page": 0}
    yield "hwp_search", {"path": form, "query": "칸", "max_matches": 2, "with_page": True}
    yield "hwp_fields", {"path": form}
    yield "hwp_export_tables", {"path": form, "table": 0}
    yield "hwp_digest", {"path": form}
    yield "hwp_export_structure", {"path": form, "mode": "clause"}
    yield "hwp_extract_data", {"path": other, "kind": "all"}
    yield "hwp_render_page", {"path": form, "page": 0, "scale": 0.5}
    yield "hwp_export_svg", {"path": form, "output_dir": str(out / "svg")}
    yield "hwp_export_markdown", {"path": form, "output_dir": str(out / "markdown")}
    yield "hwp_convert_hwpx", {"path": form, "output": str(out / "converted.hwpx")}
    yield "hwp_convert_hwp5", {"path": form, "output": str(out / "converted.hwp")}
    yield "hwp_thumbnail", {"path": form}
    yield "hwp_table_to_csv", {"path": form, "table": 0, "bom": True}
    yield from _edits(form, folder, out)
    for tool in ("hwp_inspect_unicode", "hwp_inspect_injection", "hwp_inspect_hidden_text"):
        yield tool, {"path": form, "limit": 5}
    for tool in ("hwp_ir_diff", "hwp_render_diff"):
        yield tool, {"a": form, "b": other, "limit": 2}
    yield "hwp_batch", {"subcommand": "digest", "paths": [form, str(folder / "no.hwpx")]}
    yield "hwp_batch_search", {"query": "칸", "paths": [form, other], "max_matches": 1}
    rows = {"data": str(folder / "rows.csv"), "output_dir": str(out / "rows")}
    yield "hwp_batch_fill", {"form": form, **rows, "name_field": "파일"}
    yield "hwp_run_plan", {"plan": plan(folder, out)}
    for tool in ("ir_schema", "capabilities_schema", "provenance_map"):
        yield f"hwp_export_{tool}", {}


def _edits(form: str, folder: Path, out: Path) -> Iterator[Call]:
    yield (
        "hwp_fill_fields",
        {"path": form, "data": {"주소": "서울"}, "output": str(out / "f.hwpx")},
    )
    yield "hwp_replace_text", {"path": form, "find": "칸", "replace": "방", "dry_run": True}
    cell = {"table": 0, "row": 2, "col": 0, "text": "새 글"}
    yield "hwp_set_cell", {"path": form, **cell, "output": str(out / "cell.hwp")}
    rows = {"csv": "a,b\nc,d\n", "start_row": 1}
    yield "hwp_csv_to_table", {"path": form, "table": 1, **rows, "dry_run": True}
    yield "hwp_set_checkbox", {"path": form, "occurrence": 1, "output": str(out / "box.hwpx")}
    yield (
        "hwp_insert_image",
        {"path": form, "image": str(folder / "picture.png"), "output": str(out / "image.hwpx")},
    )
    yield "hwp_redact", {"path": form, "kinds": ["phone"], "output": str(out / "masked.hwpx")}
    yield "hwp_sanitize", {"path": form, "output": str(out / "clean.hwpx")}


def failing_calls(folder: Path, out: Path) -> Iterator[Call]:
    """Give a call for each tool that takes arguments and none of a session; it does not work."""
    gone = str(folder / "gone.hwpx")
    for tool, arguments in working_calls(folder, out):
        if tool in {"hwp_batch", "hwp_batch_search"}:
            yield tool, {**arguments, "paths": []}
        elif tool == "hwp_batch_fill":
            yield tool, {**arguments, "data": gone}
        elif tool == "hwp_run_plan":
            yield tool, {"plan": {**plan(folder, out), "steps": []}}
        elif not arguments:
            yield tool, {"nonsense": 1}
        else:
            name = "path" if "path" in arguments else "a"
            yield tool, {**arguments, name: gone}


def session_calls(name: str, out: Path) -> Iterator[Call]:
    """Give a call for each tool of a session but opening and closing, on an open document."""
    yield "hwp_list", {}
    yield "hwp_doc_info", {"docId": name}
    yield "hwp_doc_text", {"docId": name, "max_chars": 30}
    yield "hwp_doc_search", {"docId": name, "query": "칸"}
    yield "hwp_doc_fields", {"docId": name}
    yield "hwp_doc_tables", {"docId": name}
    yield "hwp_doc_render_page", {"docId": name, "page": 0}
    yield "hwp_doc_fill_fields", {"docId": name, "data": {"주소": "서울", "없는 난": "x"}}
    yield "hwp_doc_replace_text", {"docId": name, "find": "신청서", "replace": "신고서"}
    cell = {"table": 0, "row": 2, "col": 0, "text": "새 글"}
    yield "hwp_doc_set_cell", {"docId": name, **cell, "dry_run": True}
    yield "hwp_doc_save", {"docId": name, "output": str(out / "session.hwpx")}


def command_of(tool: ToolDeclaration, arguments: Mapping[str, Any], papers: Path) -> list[str]:
    """Write a tool's call as the command that its declaration names."""
    words = [word for word in tool.cli.split()[1:] if word != "--json"]
    line = [word for word in words if not word.isupper() and "..." not in word]
    positional = [word.removesuffix("...").lower() for word in words if word not in line]
    options = [name for name in arguments if name not in positional]
    for name in options:
        line += _option(name, arguments[name])
    line += ["--json", "--"]
    for name in positional:
        value = arguments[name]
        if isinstance(value, dict):
            (papers / "plan.json").write_text(json.dumps(value), "utf-8")
            value = str(papers / "plan.json")
        line += [str(one) for one in value] if isinstance(value, list) else [str(value)]
    return line


def _option(name: str, value: Any) -> list[str]:
    flag = "--" + name.replace("_", "-")
    if isinstance(value, bool):
        return [flag] if value else ["--no-" + flag[2:]]
    if isinstance(value, dict):
        return [flag, json.dumps(value)]
    if isinstance(value, list):
        return [word for one in value for word in (flag, str(one))]
    return [flag, str(value)]
