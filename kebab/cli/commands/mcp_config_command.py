"""`kebab mcp config`: tells a host of the server, on paper or in its own file."""

from __future__ import annotations

import datetime as dt
import os
import sys
from pathlib import Path

import click

from kebab.cli.options import Invocation, absolute_path, command
from kebab.cli.output import emit_lines, say
from kebab.cli.render.lines import Line, line
from kebab.hosts.catalogue import HOSTS, Host
from kebab.hosts.places import Account
from kebab.hosts.program import Served, own_program, variables_for
from kebab.hosts.registration import register, snippet
from kebab.hosts.server import DEFAULT_NAME, Asked, Server, Started, check_name
from kebab.hosts.write import rewrite
from kebab.settings.environment import read_environment
from kebab.settings.model import HttpSettings, Settings
from kebab.wire.registration import HostRegistration


@command("config", short_help="Register the server with a host.")
@click.argument("host", type=click.Choice(list(HOSTS)), metavar="HOST")
@click.option("--write", is_flag=True, help="Put it into the host's file, after a copy of it.")
@click.option("--name", default=DEFAULT_NAME, help="What the host calls it.  [default: kebab]")
@click.option("--profile", default="", help="Have only the tools of this profile.")
@click.option("--watch", is_flag=True, help="Have the index kept up to date.")
@click.option("--http", is_flag=True, help="Ask the server of `kebab mcp --http`.")
@click.option("--url", help="Where that one is, if not where the settings say.")
@click.option("--token-file", metavar="PATH", help="The token that it wants to see.")
def main(  # noqa: PLR0913 - one for each option
    invocation: Invocation,
    *,
    host: str,
    write: bool,
    name: str,
    profile: str,
    watch: bool,
    http: bool,
    url: str | None,
    token_file: str | None,
) -> None:
    """Print what HOST's file has to hold, for this kebab, these settings and these variables.

    HOST is claude-code, claude-desktop, cursor, vscode, codex, opencode, copilot-cli, gemini-cli,
    windsurf or zed. --config, --workers and --readonly are what it is to start the server with.
    """
    _refuse_contradiction(http, {"--url": url, "--token-file": token_file}, "--http")
    _refuse_contradiction(not http, {"--profile": profile, "--watch": watch}, "a started server")
    check_name(name)
    settings = invocation.load().settings
    notes: tuple[str, ...] = ()
    server: Server
    if http:
        server = _asked(settings, url, token_file)
    else:
        server, notes = _started(invocation, settings, profile=profile, watch=watch)
    known = HOSTS[host]
    notes += (known.note,) if known.note else ()
    shown = _carry_out(known, name, server, notes, write=write)
    if shown.text is not None and not invocation.json:
        sys.stdout.write(shown.text)  # to be copied: a terminal's width must not break its lines
    else:
        emit_lines(invocation, shown, _lines)
    say(invocation, _notes(known, shown, write=write))


def _refuse_contradiction(fits: bool, given: dict[str, object], what: str) -> None:  # noqa: FBT001 - a claim, not a switch
    for option, value in given.items():
        if value and not fits:
            raise click.UsageError(f"{option} goes with {what}")


def _started(
    invocation: Invocation, settings: Settings, *, profile: str, watch: bool
) -> tuple[Started, tuple[str, ...]]:
    if profile:
        from kebab.mcp.profiles import load_profile  # noqa: PLC0415 - hardly ever needed

        profile = load_profile(profile).name
    served = Served(
        config=settings.path,
        profile=profile,
        workers=invocation.workers,
        readonly=invocation.readonly,
        watch=watch,
    )
    variables = variables_for(
        os.environ, read_environment(os.environ).values, system=sys.platform, folder=Path.cwd()
    )
    withheld = [*variables.withheld]
    if settings.llm.api_key_env:
        withheld.append(settings.llm.api_key_env)
    program, *before = own_program()
    notes = tuple(
        f"{variable} is a secret and is not written; have the host hand it on"
        for variable in withheld
    )
    return Started(program, (*before, *served.arguments()), variables.given), notes


def _asked(settings: Settings, url: str | None, token_file: str | None) -> Asked:
    from kebab.mcp.http.bearer import FILE_NAME, load_token  # noqa: PLC0415 - as above

    chosen = settings.http
    file = absolute_path(token_file) if token_file else chosen.token_file
    token = load_token(file or settings.storage.state_dir / FILE_NAME)
    return Asked(url or _address(chosen), token.text)


def _address(settings: HttpSettings) -> str:
    from kebab.mcp.http.door import MCP_PATH  # noqa: PLC0415 - as above

    if settings.port == 0 or settings.host in {"0.0.0.0", "::", "[::]"}:  # noqa: S104 - compared only
        raise click.UsageError("the settings do not say where the server is found: use --url")
    bare = settings.host.strip("[]")
    host = f"[{bare}]" if ":" in bare else bare
    return f"{'http' if settings.tls_cert is None else 'https'}://{host}:{settings.port}{MCP_PATH}"


def _carry_out(
    host: Host, name: str, server: Server, notes: tuple[str, ...], *, write: bool
) -> HostRegistration:
    account = Account(sys.platform, Path.home(), os.environ)
    candidates = [Path(place) for place in host.places(account)]
    path = next((place for place in candidates if place.exists()), candidates[0])
    text = snippet(host, name, server)  # first of all: it tells what this host cannot have
    shown = HostRegistration(
        schema_version="host_registration.v1",
        host=host.name,
        name=name,
        path=str(path),
        format=host.format,
        status="shown",
        notes=list(notes),
    )
    if not write:
        return shown.model_copy(update={"text": text})
    written = rewrite(
        path,
        lambda before: register(before, host, name, server, where=str(path)),
        now=dt.datetime.now().astimezone(),
        secret=isinstance(server, Asked),
    )
    changed = shown.model_copy(update={"status": "written" if written.changed else "unchanged"})
    if written.backup is None:
        return changed
    return changed.model_copy(update={"backup": str(written.backup)})


def _lines(shown: HostRegistration) -> list[Line]:
    lines = [line((f"{shown.status}  ", "cyan"), shown.path)]
    if shown.backup is not None:
        lines.append(line(("copy  ", "cyan"), shown.backup))
    return lines


def _notes(host: Host, shown: HostRegistration, *, write: bool) -> list[Line]:
    lines = [] if write else [line(("into: ", "cyan"), f"{shown.path}, or have it done by --write")]
    return lines + [line(("note: ", "cyan"), f"{host.title}: {note}") for note in shown.notes]
