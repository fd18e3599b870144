"""The options that say where a search or a question looks: the same for every command that does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click

from kebab.cli.options import split_words

Command = TypeVar("Command", bound=Callable[..., Any])
_LISTS = ("tags", "media", "lang", "source", "source_type", "repo", "code_lang")
_OPTIONS = (
    click.option("--mode", type=click.Choice(["lexical", "vector", "hybrid"])),
    click.option("--tag", "--tags", "tags", multiple=True, help="Only documents with such a tag."),
    click.option("--media", multiple=True, help="Only these media: markdown, pdf, code …"),
    click.option("--lang", multiple=True, help="Only these languages: en, ko …"),
    click.option("--source", multiple=True, help="Only these sources, by id."),
    click.option("--source-type", multiple=True, help="Only these types of source."),
    click.option("--repo", multiple=True, help="Only these repositories."),
    click.option("--code-lang", multiple=True, help="Only these programming languages: python …"),
    click.option("--path-glob", help="Only paths like this; ** crosses folders."),
    click.option("--trust-min", type=click.Choice(["primary", "secondary", "generated"])),
    click.option("--doc-id", help="Only this document."),
    click.option("--ingested-after", metavar="RFC3339", help="Only what was indexed after that."),
)


def filter_options(command: Command) -> Command:
    """Add the options to a command, in the order in which help shows them."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def listed(options: Mapping[str, Any]) -> dict[str, list[str]]:
    """Split the values of the options that may be repeated or hold commas."""
    return {name: split_words(options[name]) for name in _LISTS}
