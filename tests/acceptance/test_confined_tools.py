"""A host names files through tools, a person on the command line: only one of them is kept in."""

from __future__ import annotations

import json
import os

import pytest
from support.product import SETTINGS, Product

FILES = {
    "home/notes/one.md": "# One\n\nThe zebra.\n",
    "home/letters/two.md": "# Two\n\nThe eel.\n",
    "home/.private/three.md": "# Three\n\nThe heron.\n",
    "outside/four.md": "# Four\n\nThe otter.\n",
    "outside/.env.md": "# Five\n\nThe stoat.\n",
}


@pytest.fixture(scope="module")
def machine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("confined")
    product = Product(folder, FILES, SETTINGS.replace('"notes"\n[', '"home/notes"\n['))
    product.env["HOME"] = str(folder / "home")
    (folder / "home/letters/link.md").symlink_to(folder / "outside/four.md")
    (folder / "home/letters/out").symlink_to(folder / "outside")
    os.mkfifo(folder / "home/letters/pipe.md")
    product.write("named.toml", SETTINGS + f"[security]\nroots = ['{folder}/outside']\n")
    assert product.run("ingest", "--quiet").returncode == 0
    return product


def told(machine, *paths, env=None):
    """Say what the tool says of each path: how many are new, or the code of its error."""
    answers = {}
    with machine.serve(env=env) as server:
        for path in paths:
            text, _ = server.call("ingest_file", path=str(machine.folder / path))
            answer = json.loads(text)
            answers[path] = answer.get("code") or "taken in"
    return answers


def test_a_tool_reads_files_of_the_home_folder_and_none_outside_it(machine):
    answers = told(
        machine,
        *("home/letters/two.md", "home/.private/three.md", "outside/four.md", "outside/none.md"),
        *("home/letters/link.md", "home/letters/out/four.md", "home/letters/../../outside/four.md"),
        *("home/letters/pipe.md", "base/catalog.sqlite", "/proc/self/environ", "home/letters"),
    )

    assert answers.pop("home/letters/two.md") == "taken in"
    assert answers.pop("home/letters/pipe.md") == answers.pop("home/letters") == "invalid_input"
    assert set(answers.values()) == {"outside_roots"}
    listed = {document["doc_path"] for document in machine.read("list")["documents"]}
    assert not {path for path in listed if "four" in path or "three" in path}


def test_roots_that_are_named_are_the_only_ones_and_keep_secrets(machine):
    env = {"KEBAB_CONFIG": str(machine.folder / "named.toml")}

    answers = told(machine, "outside/four.md", "outside/.env.md", "home/letters/two.md", env=env)

    assert list(answers.values()) == ["taken in", "outside_roots", "outside_roots"]


def test_roots_can_be_named_in_the_environment(machine):
    root = str(machine.folder / "outside")

    answers = told(machine, "outside/four.md", env={"KEBAB_SECURITY_ROOTS": f"/nowhere, {root}"})

    assert answers == {"outside/four.md": "taken in"}


def test_a_person_names_any_file_but_no_pipe(machine):
    assert machine.read("ingest-file", "home/.private/three.md")["new"] == 1
    for path in ("home/letters/pipe.md", "/proc/self/status"):
        ran = machine.run("ingest-file", path)
        assert (ran.returncode, ran.stdout) == (2, "")
