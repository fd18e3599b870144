"""Which files tools may read and write: by place, by kind, by name, whatever a path looks like."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from kebab.errors import (
    FileNotFoundInputError,
    InvalidInputError,
    OutsideRootsError,
    StoreError,
)
from kebab.security.allowed_paths import allow, open_readable
from kebab.security.path_rules import PathRules, Purpose, rules_of
from kebab.settings.load import load_settings

READ, WRITE = Purpose.READ, Purpose.WRITE


class Disk:
    """A home with notes, a folder beside it, and the rules that the settings make of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.config = folder / "kebab.toml"
        self.put("home/notes/a.md")

    def put(self, name: str, text: str = "x") -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def rules(self, security: str = "", *, allow_all: bool = False) -> PathRules:
        self.config.write_text(
            '[storage]\ndata_dir = "home/base"\nstate_dir = "home/state"\n'
            f'[[sources]]\nroot = "home/notes"\n[security]\n{security}\n'
        )
        settings = load_settings(self.config, {}, {}).settings
        return rules_of(settings, self.home, allow_all=allow_all)


@pytest.fixture
def disk(tmp_path):
    return Disk(tmp_path)


def refused(path, purpose, rules):
    with pytest.raises(OutsideRootsError) as caught:
        allow(path, purpose, rules)
    return caught.value


@pytest.mark.parametrize("name", ["home/notes/a.md", "home/b.md", "home/x/y/한글 c.md"])
def test_files_of_the_sources_and_of_the_home_folder_are_read_and_written(disk, name):
    path = disk.put(name)

    assert allow(path, READ, disk.rules()) == path
    assert allow(path, WRITE, disk.rules()) == path
    assert allow(path.with_name("new.md"), WRITE, disk.rules()) == path.with_name("new.md")


def test_a_refusal_says_what_why_and_what_next(disk):
    path = disk.put("beside/a.md")

    error = refused(path, READ, disk.rules())

    assert (error.code, error.details["purpose"]) == ("outside_roots", "read")
    assert str(path) in str(error)
    assert "[security] roots in kebab.toml" in error.hint
    assert error.details["roots"] == [str(disk.home / "notes"), str(disk.home)]
    assert "[security] output_roots" in refused(path, WRITE, disk.rules()).hint


def test_whether_a_file_outside_is_there_is_not_told(disk):
    there = refused(disk.put("beside/a.md"), READ, disk.rules())
    missing = refused(disk.folder / "beside/b.md", READ, disk.rules())

    assert str(there).replace("a.md", "b.md") == str(missing)
    with pytest.raises(FileNotFoundInputError):
        allow(disk.home / "b.md", READ, disk.rules())


def test_links_and_dots_are_followed_before_the_place_is_judged(disk):
    secret = disk.put("beside/a.md")
    (disk.home / "notes/link.md").symlink_to(secret)
    (disk.home / "notes/folder").symlink_to(secret.parent)
    (disk.folder / "beside/back.md").symlink_to(disk.home / "notes/a.md")

    for name in ("link.md", "folder/a.md", "../../beside/a.md", "folder/../beside/a.md"):
        refused(disk.home / "notes" / name, READ, disk.rules())
        refused(disk.home / "notes" / name, WRITE, disk.rules())
    refused(disk.home / "notes/folder/new.md", WRITE, disk.rules())
    back = allow(disk.folder / "beside/back.md", READ, disk.rules())
    assert back == disk.home / "notes/a.md"


def test_a_link_that_leads_nowhere_is_not_written_through(disk):
    inside, outside = disk.home / "in.md", disk.home / "out.md"
    inside.symlink_to(disk.home / "missing.md")
    outside.symlink_to(disk.folder / "missing.md")
    loop = disk.home / "loop.md"
    loop.symlink_to(loop)

    with pytest.raises(FileNotFoundInputError):
        allow(inside, WRITE, disk.rules())
    refused(outside, WRITE, disk.rules())
    with pytest.raises(StoreError):
        allow(loop, READ, disk.rules())


@pytest.mark.parametrize(
    "name", [".profile", ".config/tool/a.md", "x/.cache/a.md", ".local/share/kebab/a.md"]
)
def test_hidden_files_of_the_home_folder_are_neither_read_nor_written(disk, name):
    path = disk.put(f"home/{name}")

    assert "hidden" in str(refused(path, READ, disk.rules()))
    assert "hidden" in str(refused(path, WRITE, disk.rules()))
    refused(path, READ, disk.rules(f"roots = ['{disk.folder}']"))


def test_hidden_files_of_a_named_folder_are_read_and_never_written(disk):
    path = disk.put("vault/.obsidian/a.md")
    rules = disk.rules(f"roots = ['{disk.folder}/vault']")

    assert allow(path, READ, rules) == path
    refused(path, WRITE, rules)


@pytest.mark.parametrize(
    "name",
    [
        ".ssh/config.md", ".SSH/x.md", ".aws/credentials", ".env", ".env.local", ".Env",
        "id_rsa", "ID_ED25519.pub", "server.PEM", "tls.key", "a.kdbx", "credentials.json",
        "Login Data", "Library/Keychains/login.md", ".npmrc", ".ssh./x.md", "id_rsa .",
        ".s\u200bsh/x.md", "\uff0eenv", "\u212aeychains/x.md",
    ],
)  # fmt: skip
def test_secrets_are_refused_inside_the_roots_unless_one_names_them(disk, name):
    path = disk.put(f"vault/{name}")
    rules = disk.rules(f"roots = ['{disk.folder}/vault']")

    assert "may hold a secret" in str(refused(path, READ, rules))
    refused(path, WRITE, rules)
    assert allow(path, READ, disk.rules(f'roots = ["{path}"]')) == path


@pytest.mark.parametrize("name", ["environment.md", "credentials.md", "keys/ssh.md", "id.md"])
def test_notes_about_secrets_are_no_secrets(disk, name):
    path = disk.put(f"home/{name}")

    assert allow(path, READ, disk.rules()) == path


def test_what_belongs_to_kebab_is_neither_read_nor_written(disk):
    for name in ("home/base/catalog.sqlite", "home/state/kebab.log", "home/base/new/x.md"):
        assert "belongs to kebab" in str(refused(disk.put(name), READ, disk.rules()))
        refused(disk.folder / name, WRITE, disk.rules())
        refused(disk.folder / name, READ, disk.rules(f"roots = ['{disk.home}/base']"))


def test_sources_inside_the_folder_of_the_base_are_read(disk):
    path = disk.put("home/base/notes/a.md")

    assert allow(path, READ, disk.rules(f"roots = ['{disk.home}/base/notes']")) == path


def test_settings_are_never_written_since_they_hold_the_roots(disk):
    rules = disk.rules(f"roots = ['{disk.folder}']")

    assert allow(disk.config, READ, rules) == disk.config
    assert "settings" in str(refused(disk.config, WRITE, rules))


def test_output_roots_are_all_that_is_written_where_they_are_named(disk):
    rules = disk.rules('output_roots = ["home/out"]')
    out = disk.put("home/out/a.hwpx")

    assert allow(out, WRITE, rules) == out
    refused(disk.home / "notes/a.md", WRITE, rules)
    assert allow(disk.home / "notes/a.md", READ, rules)


def test_named_roots_replace_the_sources_and_the_home_folder(disk):
    rules = disk.rules("roots = ['vault']")

    refused(disk.home / "notes/a.md", READ, rules)


def test_a_home_that_is_the_whole_disk_is_no_root(disk):
    disk.rules()
    settings = load_settings(disk.config, {}, {}).settings

    assert Path("/") not in rules_of(settings, Path("/")).roots


@pytest.mark.parametrize("confined", [True, False])
def test_special_files_are_refused_even_to_a_person(disk, confined):
    rules = disk.rules(allow_all=not confined)
    fifo = disk.home / "pipe.md"
    os.mkfifo(fifo)
    address = disk.home / "s.md"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(address))
        for path in (fifo, address, disk.home / "notes"):
            for purpose in Purpose:
                with pytest.raises(InvalidInputError, match="not a regular file"):
                    allow(path, purpose, rules)


@pytest.mark.parametrize(
    "path", ["/proc/self/environ", "/proc/self/../version", "/sys/kernel/x", "/dev/zero"]
)
def test_the_systems_own_files_are_refused_even_to_a_person(disk, path):
    (disk.home / "link.md").symlink_to(path)

    for rules in (disk.rules("roots = ['/']"), disk.rules(allow_all=True)):
        assert "the system's" in str(refused(Path(path), READ, rules))
        assert "the system's" in str(refused(disk.home / "link.md", READ, rules))


def test_a_person_names_any_other_file(disk):
    path = disk.put("beside/.ssh/id_rsa")

    assert allow(path, READ, disk.rules(allow_all=True)) == path


@pytest.mark.parametrize("path", ["notes/a.md", "", "~/a.md", "/a\0b.md", "/a\udc80.md"])
def test_a_path_that_is_not_absolute_or_no_text_is_an_argument_error(disk, path):
    for purpose in Purpose:
        with pytest.raises(InvalidInputError) as caught:
            allow(Path(path), purpose, disk.rules())
        assert caught.value.code == "invalid_input"


def test_writing_needs_the_folder(disk):
    for name in ("missing/a.md", "notes/a.md/b.md"):
        with pytest.raises(FileNotFoundInputError, match="there is no folder"):
            allow(disk.home / name, WRITE, disk.rules())
    for name in ("notes/..", "notes/../.", "notes/new.md/.."):
        with pytest.raises((InvalidInputError, FileNotFoundInputError)):
            allow(disk.home / name, WRITE, disk.rules())


def test_an_opened_file_is_the_one_that_was_allowed(disk):
    descriptor = open_readable(disk.home / "notes/a.md", disk.rules())
    with os.fdopen(descriptor) as file:
        assert file.read() == "x"

    with pytest.raises(OutsideRootsError):
        open_readable(disk.put("beside/a.md"), disk.rules())
