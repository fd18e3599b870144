"""Every recipe does what it says: its commands are run, its calls are made, in their order."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from contextlib import ExitStack

import pytest
from support.hwp_forms import build
from support.product import Server

from kebab.errors import KebabError
from kebab.mcp.profiles import load_profile
from kebab.mcp.resource_shelf import shelf
from kebab.mcp.tools.catalogue import RESOURCE_TEMPLATES, all_tools
from kebab.settings.packaged import packaged_config

RECIPES = sorted(path.stem for path in packaged_config("recipes").iterdir())
DOCS = sorted(path.name for path in packaged_config("docs").iterdir())
HOME = "/home/you"
BACKUP = "# Backup\n\nHow often a backup is made: every night. The rest of it is about tapes.\n"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROFILE = re.compile(r"[Tt]he profile is `([a-z-]+)`")
EMPTY_BASE = "ingest-a-folder"
# What an answer says where a step came to nothing without being an error.
GOOD = {"applied": True, "ok": True, "grounded": True, "truncated": False, "not_found": []}


def write_form(document):
    """Write the form of the recipes: a field, and a table of two columns."""
    document.paragraphs[0].text = "물품 신청서"
    document.fields.add("이름", prompt="누르세요", paragraph=document.add_paragraph("이름: "))
    table = document.add_paragraph("").add_table(3, 2)
    for place, text in {(0, 0): "품목", (0, 1): "수량", (1, 0): "공책", (1, 1): "2"}.items():
        table.set_cell_text(*place, text)


def blocks_of(recipe):
    text = packaged_config(f"recipes/{recipe}.md").read_text("utf-8")
    return text, [(match[1], match[2]) for match in BLOCK.finditer(text)]


class Kitchen:
    """A home with what the recipes need, and a server that starts when it is first asked."""

    def __init__(self, machine, profile, stack):
        self.machine, self._profile, self._stack = machine, profile, stack
        self._server = None
        machine.write("notes/backup.md", BACKUP)
        machine.write("letter.md", "# Letter\n\nThe otter says hello.\n")
        (machine.home / "form.hwpx").write_bytes(build(write_form))

    def run(self, line):
        program, *words = shlex.split(line)
        assert program == "kebab"
        ran = self.machine.run(*words)
        assert ran.returncode == 0, f"{line}: {ran.stderr}"

    def call(self, text):
        step = json.loads(text.replace(HOME, str(self.machine.home)))
        assert set(step) == {"tool", "arguments"}
        answer, is_error = self._running().call(step["tool"], **step["arguments"])
        assert not is_error, f"{step}: {answer}"
        return json.loads(answer)

    def _running(self):
        if self._server is None:
            process = subprocess.Popen(
                self.machine.command("mcp", "--profile", self._profile),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=self.machine.env,
                cwd=self.machine.home,
                encoding="utf-8",
            )
            self._stack.callback(process.wait, 30)
            self._stack.callback(process.stdin.close)
            self._stack.enter_context(process.stdout)
            self._server = Server(process)
        return self._server


@pytest.mark.parametrize("recipe", RECIPES)
def test_recipe_does_what_it_says(machine, recipe):
    text, blocks = blocks_of(recipe)
    named = PROFILE.search(text)
    with ExitStack() as stack:
        kitchen = Kitchen(machine, named[1] if named else "knowledge", stack)
        if recipe != EMPTY_BASE:
            for line in ("kebab init notes", "kebab ingest"):
                kitchen.run(line)
        found = []
        for kind, body in blocks:
            assert kind in {"sh", "json", "text"}
            for line in body.splitlines() if kind == "sh" else ():
                kitchen.run(line)
            if kind == "json":
                found.append(kitchen.call(body))

    assert any(kind != "text" for kind, _ in blocks)
    for answer in found:
        for name, good in GOOD.items() if not answer.get("dry_run") else ():
            assert answer.get(name, good) == good, answer


def test_recipes_on_the_shelf_are_the_files():
    shelved = {one.uri.rpartition("/")[2] for one in shelf() if "/recipes/" in one.uri}

    assert shelved == set(RECIPES)


def test_troubleshooting_has_every_error_code_once():
    text = packaged_config("docs/troubleshooting.md").read_text("utf-8")
    codes = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)

    assert sorted(codes) == sorted(KebabError.by_code)


@pytest.mark.parametrize("name", [*DOCS, *(f"../recipes/{recipe}.md" for recipe in RECIPES)])
def test_what_a_text_names_exists(machine, name):
    text = packaged_config("docs").joinpath(name).read_text("utf-8")
    words = set(re.findall(r"`([^`\n]+)`", text))
    tools = {tool.name for tool in all_tools()}
    uris = {one.uri for one in shelf()} | set(RESOURCE_TEMPLATES)
    named_tools = {word for word in words if re.fullmatch(r"hwp_\w+[a-z]", word)}
    named_uris = {uri.rstrip(".,:;") for uri in re.findall(r"kebab://[\w./{}-]+", text)}
    commands = {re.sub(r" ?(--|[A-Z.]).*", "", word) for word in words if word.startswith("kebab ")}

    assert named_tools <= tools
    assert named_uris <= uris
    for command in sorted(commands):
        ran = machine.run(*command.split()[1:], "--help")
        assert ran.returncode == 0, command


def test_profiles_that_a_text_names_exist():
    for name in DOCS + [f"../recipes/{recipe}.md" for recipe in RECIPES]:
        text = packaged_config("docs").joinpath(name).read_text("utf-8")
        for profile in PROFILE.findall(text) + re.findall(r"--profile (\w+)", text):
            assert load_profile(profile)
