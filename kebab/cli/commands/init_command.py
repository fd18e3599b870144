"""`kebab init`: writes a first kebab.toml for a folder."""

from __future__ import annotations

import os
from pathlib import Path

import click

from kebab.cli.options import Invocation, command, refuse_if_readonly
from kebab.cli.output import emit_lines, say
from kebab.cli.registration import register_line
from kebab.cli.render.lines import Line, line
from kebab.cli.render.state import init_lines
from kebab.errors import FileNotFoundInputError, SettingsError, StoreError
from kebab.settings.environment import read_environment
from kebab.settings.initial import write_initial
from kebab.settings.load import find_file, load_settings
from kebab.settings.paths import expand_path
from kebab.wire.doctor import InitReport

DEFAULT_FOLDER = "~/KnowledgeBase"


@command("init", short_help="Write a first kebab.toml.")
@click.argument("folder", required=False)
@click.option("--root", metavar="FOLDER", help="The folder, said as an option.")
@click.option("--force", is_flag=True, help="Replace a file that is there; it is kept as .bak.")
def main(invocation: Invocation, folder: str | None, *, root: str | None, force: bool) -> None:
    """Write a first kebab.toml that names FOLDER (~/KnowledgeBase) as what to ingest.

    A file that is there is kept. --config says where to write it.
    """
    path, _ = find_file(invocation.config_path, os.environ)
    refuse_if_readonly(_is_readonly(invocation, path), "writing the settings")
    if folder is not None and root is not None:
        raise click.UsageError("the folder is given twice, as an argument and as --root")
    chosen = _folder(root or folder or DEFAULT_FOLDER)
    created = write_initial(path, chosen, force=force)
    settings = load_settings(path, os.environ, {}).settings
    report = InitReport(
        schema_version="init_report.v1",
        config_path=str(path),
        created=created,
        root=str(chosen),
        data_dir=str(settings.storage.data_dir),
    )
    emit_lines(invocation, report, init_lines)
    known = any(source.root == chosen for source in settings.sources)
    say(invocation, _next(invocation, known=known, path=path))


def _folder(text: str) -> Path:
    root = expand_path(text, base=Path.cwd(), env=os.environ)
    if text == DEFAULT_FOLDER:
        try:
            root.mkdir(parents=True, exist_ok=True)
        except OSError as cause:
            raise StoreError(f"{root} cannot be made: {cause.strerror or cause}") from cause
    if not root.is_dir():
        raise FileNotFoundInputError(
            f"there is no folder {root}", hint="name one that exists", details={"path": str(root)}
        )
    return root


def _is_readonly(invocation: Invocation, path: Path) -> bool:
    """Ask flag, variables and file; a broken file must not keep --force from replacing it."""
    variables = read_environment(os.environ).values
    if invocation.readonly or any(v.key == "security.readonly" and v.value for v in variables):
        return True
    try:
        return path.exists() and load_settings(path, {}, {}).settings.security.readonly
    except SettingsError:
        return False


def _next(invocation: Invocation, *, known: bool, path: Path) -> list[Line]:
    if not known:
        hint = "add the folder there as another [[sources]] table, or use --force"
        return [line(("hint: ", "cyan"), f"{path} was kept; {hint}")]
    config = "" if invocation.config is None else f" --config {path}"
    return [
        line(("next: ", "cyan"), f"kebab ingest{config}"),
        line(("      ", ""), register_line(invocation.config_path)),
    ]
