"""`kebab try`: shows what kebab makes of a folder, in a knowledge base that is thrown away."""

from __future__ import annotations

import os
import re
import shlex
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kebab.cli.ingesting import print_report, watch
from kebab.cli.opening import use_base
from kebab.cli.options import Invocation, command, refuse_if_readonly
from kebab.cli.output import emit, say
from kebab.cli.registration import register_line
from kebab.cli.render.lines import line
from kebab.cli.render.search import plain_hits, search_notes, terminal_hits
from kebab.errors import FileNotFoundInputError
from kebab.ingest.media import MEDIA
from kebab.ingest.scope import IngestOptions
from kebab.settings.packaged import packaged_config
from kebab.settings.paths import expand_path
from kebab.wire.inputs import ListInput
from kebab.wire.search import SearchInput

if TYPE_CHECKING:
    from kebab.knowledge_base import KnowledgeBase
    from kebab.wire.documents import DocumentSummary

SAMPLE_QUERY = "How does an agent cite exact lines?"
SHOWN_HITS = 3
_TELLING_WORDS = range(2, 9)
_WORDS_ONLY = re.compile(r"[^\W\d_][\w ,:?!()'’-]*")  # noqa: RUF001 - as people type it


@command("try", short_help="Look at a folder without leaving anything behind.")
@click.argument("folder", required=False)
@click.option("--query", default="", help="What to search for; otherwise a title is taken.")
def main(invocation: Invocation, folder: str | None, query: str) -> None:
    """Ingest FOLDER (the current one) into a base that is thrown away, and search it once.

    Ctrl-C ends the ingest early and searches what is there by then. Without documents in the
    current folder, a few of kebab's own are taken.
    """
    root = _root(folder)
    if root is None or not _try(invocation, root, query, required=folder is not None):
        _try(invocation, packaged_config("sample"), query or SAMPLE_QUERY, required=True)
    keep = f"kebab init {shlex.quote(str(root or '~/notes'))} && kebab ingest"
    say(
        invocation,
        [
            line(),
            line(("keep it: ", "cyan"), keep),
            line(("serve it: ", "cyan"), register_line(invocation.config_path)),
        ],
    )


# A first look has to be quick: code is most of a project, and OCR takes seconds a page.
QUICK_MEDIA = tuple(media for media in MEDIA if media not in {"code", "image"})


def _root(folder: str | None) -> Path | None:
    """Choose the folder; a home or a whole disk is not read by accident."""
    if folder is None:
        here = Path.cwd()
        return None if here in {Path.home(), Path(here.anchor)} else here
    root = expand_path(folder, base=Path.cwd(), env=os.environ)
    if not root.is_dir():
        raise FileNotFoundInputError(
            f"there is no folder {root}", hint="name one that exists", details={"path": str(root)}
        )
    return root


def _try(invocation: Invocation, root: Path, query: str, *, required: bool) -> bool:
    """Ingest and search; where nothing was found and nothing had to be, print nothing."""
    with tempfile.TemporaryDirectory(prefix="kebab-try-", ignore_cleanup_errors=True) as scratch:
        settings = invocation.load(
            {
                "storage.data_dir": str(Path(scratch) / "data"),
                "sources": [{"id": "default", "root": str(root)}],
                "ingest.media": list(QUICK_MEDIA),
            }
        ).settings
        refuse_if_readonly(settings.security.readonly, "trying a folder")
        return use_base(
            invocation, settings, lambda base: _show(base, invocation, query, required=required)
        )


async def _show(base: KnowledgeBase, invocation: Invocation, query: str, *, required: bool) -> bool:
    options = IngestOptions(summary_only=True)
    report = await watch(
        invocation, lambda on_progress, stop: base.ingest(options, on_progress, stop)
    )
    if not report.chunks_indexed and not required:
        return False
    print_report(invocation, report, next_step=False)
    if not report.chunks_indexed:
        return True
    if not query:
        page = await base.list_docs(ListInput(limit=50))
        query = telling_title(
            [document.title for document in page.documents if not _is_hidden(document)]
        )
    say(invocation, [line(), line(("kebab search ", "bold"), shlex.quote(query))])
    sys.stdout.flush()
    response = await base.search(SearchInput(query=query, k=SHOWN_HITS))
    emit(invocation, response, plain_hits, terminal_hits)
    say(invocation, search_notes(response.model_copy(update={"next_cursor": None})))
    return True


def _is_hidden(document: DocumentSummary) -> bool:
    return any(part.startswith(".") for part in document.doc_path.split("/"))


def telling_title(titles: Sequence[str]) -> str:
    """Choose the title that makes the best example of a query: a few words, and nothing else."""
    telling = [
        title
        for title in titles
        if len(title.split()) in _TELLING_WORDS and _WORDS_ONLY.fullmatch(title)
    ]
    return (telling or list(titles) or ["kebab"])[0]
