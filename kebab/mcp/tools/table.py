"""The README's table of tools: `python -m kebab.mcp.tools.table` writes it between its markers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kebab.mcp.tools.catalogue import all_tools
from kebab.mcp.tools.declaration import ToolDeclaration

BEGIN, END = "<!-- tools -->", "<!-- /tools -->"
README = Path(__file__).resolve().parents[3] / "README.md"


def tool_table(tools: Sequence[ToolDeclaration]) -> str:
    """Write the tools as a Markdown table: what each does, what it takes, which command it is."""
    rows = [
        "| tool | what it does | arguments | command |",
        "| --- | --- | --- | --- |",
        *(f"| `{t.name}` | {_deed(t)} | {_arguments(t)} | `{_cell(t.cli)}` |" for t in tools),
    ]
    return "\n".join(rows)


def with_table(readme: str, table: str) -> str:
    """Put the table between the markers; a text that has none gets them at its end."""
    block = f"{BEGIN}\n{table}\n{END}"
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if begin and end:
        return f"{before}{block}{after}"
    return f"{readme}\n{block}\n".lstrip("\n")


def _deed(tool: ToolDeclaration) -> str:
    marks = {"writes": not tool.read_only, "removes": tool.destructive}
    said = [mark for mark, holds in marks.items() if holds]
    return _cell(tool.title) + (f" ({said[-1]})" if said else "")


def _arguments(tool: ToolDeclaration) -> str:
    required = tool.input_schema.get("required", [])
    names = tool.input_schema["properties"]
    return ", ".join(f"**`{name}`**" if name in required else f"`{name}`" for name in names)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    written = with_table(README.read_text("utf-8"), tool_table(all_tools()))
    README.write_text(written, "utf-8", newline="\n")
