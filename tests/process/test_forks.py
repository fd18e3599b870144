"""A command in a fork, as most tests run it, is the command that was started: same words, same end.

TESTS_START_EVERYTHING=1 has all tests start the program.
"""

from __future__ import annotations

import os
import stat
import subprocess

import pytest
from support.forks.commands import shared_forks, start_command
from support.product import KEBAB, Product

COMMANDS = {
    "found": ("search", "lantern", "--json"),
    "told to people": ("search", "lantern"),
    "nothing found": ("list", "--tag", "nothing"),
    "refused": ("inspect", "doc", "nowhere.md", "--json"),
    "not understood": ("serach", "lantern"),
}


@pytest.fixture(scope="module")
def forks():
    found = shared_forks()
    if found is None:
        pytest.skip("everything is started here")
    return found


@pytest.fixture(scope="module")
def product(tmp_path_factory):
    made = Product(tmp_path_factory.mktemp("forks"), {"notes/a.md": "# A\n\nThe lantern.\n"})
    assert made.run("ingest").returncode == 0
    return made


def without_time(text):
    """Cut what a clock says."""
    return text.partition('"took_ms"')[0] if '"took_ms"' in text else text


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_a_fork_says_what_a_started_program_says(forks, product, words):
    place = {"env": product.env, "cwd": product.folder}
    forked = forks.run(*words, **place)
    started = start_command(KEBAB, *words, **place)

    assert forked.returncode == started.returncode
    assert without_time(forked.stdout) == without_time(started.stdout)
    assert forked.stderr == started.stderr


def test_a_fork_has_the_input_environment_and_mask_of_its_caller(forks, product):
    before = os.umask(0o027)
    try:
        env = {**product.env, "KEBAB_STORAGE_DATA_DIR": str(product.folder / "other")}
        words = ("ingest-stdin", "--title", "Note", "--json")
        ran = forks.run(*words, env=env, cwd=product.folder, stdin="The 등대 is lit.\n")
    finally:
        os.umask(before)

    assert ran.returncode == 0, ran.stderr
    assert stat.S_IMODE((product.folder / "other" / "catalog.sqlite").stat().st_mode) & 0o027 == 0
    found = forks.run("search", "등대", "--json", env=env, cwd=product.folder)
    assert "The 등대 is lit." in found.stdout
    assert "등대" not in product.run("search", "lantern", "--json").stdout


def test_a_fork_that_takes_too_long_is_killed(forks, product):
    with forks.start("mcp", env=product.env, cwd=product.folder) as command:
        with pytest.raises(subprocess.TimeoutExpired):
            command.wait(0.001)
        assert command.wait(30) == -9


def test_what_an_interpreter_reads_when_it_starts_is_not_left_to_a_fork(forks, product):
    assert forks.suits({**product.env, "PYTHONSAFEPATH": "1"})
    assert not forks.suits({**product.env, "PYTHONUTF8": "0"})
    assert not forks.suits({**product.env, "LC_ALL": "C"})
