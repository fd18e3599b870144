"""A file's medium follows from its name."""

from __future__ import annotations

import pytest

from kebab.ingest.media import extension_of, medium_of


@pytest.mark.parametrize(
    ("name", "extension", "medium"),
    [
        ("a.md", "md", "markdown"),
        ("A.MD", "md", "markdown"),
        ("a.markdown", "markdown", "markdown"),
        ("a.Mdx", "mdx", "markdown"),
        ("a.b.rst", "rst", "text"),
        ("notes.org", "org", "text"),
        ("a.pdf", "pdf", "pdf"),
        ("Makefile", "<no-ext>", "code"),
        ("requirements.txt", "txt", "code"),
        ("a.zip", "zip", None),
        ("Dockerfile.dev", "dev", "code"),
        ("LICENSE", "<no-ext>", "text"),
        ("readme", "<no-ext>", "text"),
        ("README.1ST", "1st", "text"),
        ("irc.log", "log", "text"),
        ("thesis.tex", "tex", "text"),
        ("birthdays.ics", "ics", "text"),
        ("Inbox", "<no-ext>", "mbox"),
        ("inbox.zip", "zip", None),
        ("holiday", "<no-ext>", None),
        (".md", "<no-ext>", None),
        (".bashrc", "<no-ext>", "code"),
        ("end.", "<no-ext>", None),
        ("..md", "<no-ext>", None),
        (".hidden.txt", "txt", "text"),
    ],
)
def test_name_tells_extension_and_medium(name, extension, medium):
    assert (extension_of(name), medium_of(name)) == (extension, medium)
