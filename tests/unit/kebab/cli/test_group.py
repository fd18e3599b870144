"""The tree of commands."""

from __future__ import annotations

import click
import pytest

from kebab.cli.group import SECTIONS, main
from kebab.cli.guessing import UnknownCommandError
from kebab.cli.options import Invocation, shared_options

SHARED = {name for option in shared_options() for name in option.opts}
NAMES = [name for section in SECTIONS.values() for name in section]


def leaves():
    for name in NAMES:
        command = main.get_command(click.Context(main), name)
        if isinstance(command, click.Group):
            context = click.Context(command)
            for inner in command.list_commands(context):
                yield pytest.param(command.get_command(context, inner), id=f"{name} {inner}")
        yield pytest.param(command, id=name)


@pytest.mark.parametrize("command", list(leaves()))
def test_every_command_explains_itself_and_takes_the_shared_options(command):
    options = {name for parameter in command.params for name in parameter.opts}

    assert command.help or command.short_help
    assert options >= SHARED


@pytest.mark.parametrize("name", NAMES)
def test_command_is_found_under_its_name(name):
    assert main.get_command(click.Context(main), name).name == name


def test_short_help_is_the_same_in_the_overview_and_at_the_command():
    for section in SECTIONS.values():
        for name, text in section.items():
            assert main.get_command(click.Context(main), name).short_help == text


@pytest.mark.parametrize(
    "arguments",
    [
        ["--config", "x.toml", "--readonly", "--workers", "2", "config", "path"],
        ["config", "path", "--config", "x.toml", "--readonly", "--workers", "2"],
        ["config", "--readonly", "path", "--workers", "2", "--config", "x.toml"],
    ],
)
def test_shared_options_count_wherever_they_stand(arguments, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.toml").touch()
    invocation = Invocation()

    main.main(arguments, obj=invocation, standalone_mode=False)

    assert (invocation.config, invocation.readonly, invocation.workers) == ("x.toml", True, 2)
    settings = invocation.load().settings
    assert settings.security.readonly
    assert settings.pool.workers == 2


def test_overview_lists_every_command(capsys):
    main.main(["--help"], standalone_mode=False)

    shown = capsys.readouterr().out
    assert all(f"  {name} " in shown for name in NAMES)


@pytest.mark.parametrize(("words", "near"), [(["serch"], "search"), (["hwp", "inf"], "info")])
def test_unknown_command_names_the_nearest_in_every_group(words, near):
    with pytest.raises(UnknownCommandError) as unknown:
        main.main(words, standalone_mode=False)
    assert unknown.value.nearest == near
