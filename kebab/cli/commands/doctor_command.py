"""`kebab doctor`: checks everything, says what to do, and exits with 3 where something is wrong."""

from __future__ import annotations

import click

from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command
from kebab.cli.output import emit_lines
from kebab.cli.render.state import doctor_lines
from kebab.errors import SettingsError, SettingsNotFoundError
from kebab.wire.doctor import Check, DoctorReport

UNHEALTHY = 3


@command("doctor", short_help="Check everything; exit 3 if something is wrong.")
@click.option("--repair", is_flag=True, help="Rebuild damaged views from the catalog first.")
def main(invocation: Invocation, *, repair: bool) -> int:
    """Check settings, catalog, indexes, models and workers. Exits with 3 if a check fails."""
    try:
        settings = invocation.load().settings
    except SettingsNotFoundError:
        raise
    except SettingsError as fault:
        report = unusable_settings(fault)
    else:
        report = use_base(invocation, settings, lambda base: base.doctor(repair=repair))
    emit_lines(invocation, report, doctor_lines)
    return 0 if report.ok else UNHEALTHY


def unusable_settings(fault: SettingsError) -> DoctorReport:
    """Report settings that cannot be read: nothing behind them can be checked."""
    check = Check(name="settings", ok=False, detail=str(fault), hint=fault.hint or None)
    return DoctorReport(
        schema_version="doctor.v1", ok=False, checks=[check], workers=[], shards=[], duration_ms=0
    )
