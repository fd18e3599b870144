"""`kebab config`: shows the settings, where each came from, and where their file lies."""

from __future__ import annotations

import os

from kebab.cli.options import Invocation, command, group
from kebab.cli.output import emit, emit_lines, say
from kebab.cli.render.lines import line
from kebab.cli.render.state import config_notes, plain_config, terminal_config
from kebab.errors import SettingsNotFoundError
from kebab.settings.explain import explain_settings
from kebab.settings.load import find_file
from kebab.wire.doctor import ConfigLocation, ConfigReport, SettingValue

main = group("config", short_help="Show the settings and where they came from.")


@command("show")
def show(invocation: Invocation) -> None:
    """Show every setting, its value, and where the value came from."""
    loaded = invocation.load()
    path = loaded.settings.path
    report = ConfigReport(
        schema_version="config_report.v1",
        path=None if path is None else str(path),
        settings=[
            SettingValue(key=setting.key, value=setting.value, origin=setting.origin)
            for setting in explain_settings(loaded)
        ],
        unknown_variables=list(loaded.unknown_variables),
    )
    emit(invocation, report, plain_config, terminal_config)
    say(invocation, config_notes(report))


@command("path")
def path(invocation: Invocation) -> None:
    """Print where the settings file is looked for."""
    file, named = find_file(invocation.config_path, os.environ)
    if named and not file.exists():
        raise SettingsNotFoundError(
            f"the settings file {file} does not exist",
            hint=f"create it with `kebab init --config {file}`",
            details={"path": str(file)},
        )
    location = ConfigLocation(
        schema_version="config_location.v1", path=str(file), exists=file.exists()
    )
    emit_lines(invocation, location, lambda shown: [line(shown.path)])


main.add_command(show)
main.add_command(path)
