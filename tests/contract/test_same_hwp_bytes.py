"""A tool on HWP documents answers with the bytes that its command prints with --json."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from support.hwp_calls import command_of, failing_calls, lay_out, working_calls
from support.product import Product

from kebab.mcp.tools.catalogue import hwp_tools

TOOLS = {tool.name: tool for tool in hwp_tools() if tool.cli}
# What fails in a worker or in front of it; the rest fails in the same way.
FAILING = ("extract_text", "hwp_render_page", "hwp_fill_fields", "hwp_ir_diff", "hwp_run_plan")
# What answers, and says that something of it could not be done.
NOT_DONE = ("hwp_csv_to_table", "hwp_batch")
AT_ONCE = 3
# A package of HWPX has the time at which it was written.
OF_THE_WRITING = re.compile(r'"bytes":\d+,"sha256":"[0-9a-f]{64}"(?=,"verification")')


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Make every call through the server and as a command, each into a folder of its own."""
    product = Product(tmp_path_factory.mktemp("both"), {})
    papers = product.folder / "notes"
    lay_out(papers)
    outs = {name: papers / name for name in ("mcp", "cli")}
    for out in outs.values():
        out.mkdir()

    def calls(name):
        fails = dict(failing_calls(papers, outs[name]))
        yield from ((tool, one, False) for tool, one in working_calls(papers, outs[name]))
        yield from ((tool, fails[tool], True) for tool in FAILING)

    def printed(call):
        tool, arguments, is_error = call
        ran = product.run(*command_of(TOOLS[tool], arguments, papers))
        text = ran.stderr if is_error else ran.stdout
        return text.removesuffix("\n").replace(str(outs["cli"]), str(outs["mcp"])), ran.returncode

    with product.serve("--profile", "all") as server:
        answered = [server.call(tool, **arguments) for tool, arguments, _ in calls("mcp")]
    with ThreadPoolExecutor(AT_ONCE) as at_once:
        commands = list(at_once.map(printed, calls("cli")))
    names = [(tool, is_error) for tool, _, is_error in calls("mcp")]
    return dict(zip(names, zip(answered, commands, strict=True), strict=True))


def test_every_tool_by_path_was_called(both):
    assert [name for name, is_error in both if not is_error] == list(TOOLS)


@pytest.mark.parametrize("tool", TOOLS)
def test_answer_is_what_the_command_prints(both, tool):
    (answer, is_error), (text, status) = both[tool, False]

    assert (is_error, status) == (False, tool in NOT_DONE), answer + text
    assert OF_THE_WRITING.sub("", answer) == OF_THE_WRITING.sub("", text)


@pytest.mark.parametrize("tool", FAILING)
def test_error_is_what_the_command_prints(both, tool):
    (answer, is_error), (text, status) = both[tool, True]

    assert (is_error, status) == (True, 2)
    assert answer == text
