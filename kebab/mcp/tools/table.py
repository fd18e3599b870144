"""The README's tables of tools: `python -m kebab.mcp.tools.table` writes them at their markers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kebab.mcp.tools.catalogue import hwp_tools, knowledge_tools
from kebab.mcp.tools.declaration import ToolDeclaration

TABLES = {"tools": knowledge_tools, "hwp tools": hwp_tools}
README = Path(__file__).resolve().parents[3] / "README.md"


def tool_table(tools: Sequence[ToolDeclaration]) -> str:
    """Write the tools as a Markdown table: what each does, what it takes, which command it is."""
    rows = [
        "| tool | what it does | arguments | command |",
        "| --- | --- | --- | --- |",
        *(f"| `{t.name}` | {_deed(t)} | {_arguments(t)} | {_command(t)} |" for t in tools),
    ]
    return "\n".join(rows)


def with_tables(readme: str) -> str:
    """Put every table where it belongs."""
    for name, tools in TABLES.items():
        readme = with_table(readme, name, tool_table(tools()))
    return readme


def with_table(readme: str, name: str, table: str) -> str:
    """Put a table between its markers; a text that has none gets them at its end."""
    begin_mark, end_mark = f"<!-- {name} -->", f"<!-- /{name} -->"
    block = f"{begin_mark}\n{table}\n{end_mark}"
    before, begin, rest = readme.partition(begin_mark)
    _, end, after = rest.partition(end_mark)
    if begin and end:
        return f"{before}{block}{after}"
    return f"{readme}\n{block}\n".lstrip("\n")


def _deed(tool: ToolDeclaration) -> str:
    """Say what a tool does, and whether it writes; one that takes away has no say in the matter."""
    if tool.read_only:
        return _cell(tool.title)
    asks = "overwrite" in tool.input_schema["properties"]
    return f"{_cell(tool.title)} ({'removes' if tool.destructive and not asks else 'writes'})"


def _arguments(tool: ToolDeclaration) -> str:
    required = tool.input_schema.get("required", [])
    names = tool.input_schema["properties"]
    return ", ".join(f"**`{name}`**" if name in required else f"`{name}`" for name in names)


def _command(tool: ToolDeclaration) -> str:
    return f"`{_cell(tool.cli)}`" if tool.cli else "in a server only"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


if __name__ == "__main__":
    README.write_text(with_tables(README.read_text("utf-8")), "utf-8", newline="\n")
