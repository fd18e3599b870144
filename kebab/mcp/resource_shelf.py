"""The resources that come with kebab: what it offers, guides, recipes, schemas."""

from __future__ import annotations

from dataclasses import dataclass

from kebab.mcp.profiles import Profile
from kebab.mcp.tools.catalogue import capabilities_manifest
from kebab.settings.packaged import packaged_config
from kebab.wire.publish import SUFFIX
from kebab.wire.wire_object import to_json

CAPABILITIES = "kebab://capabilities/mcp"
_DOCS = {
    "llms.txt": ("llms.txt", "text/plain", "Begin here: what kebab is for, and what to read."),
    "guide": ("guide.md", "text/markdown", "How the tools go together."),
    "troubleshooting": ("troubleshooting.md", "text/markdown", "Every error code, what to do."),
}
_RECIPES = {
    "register-in-a-host": "Register kebab in a host.",
    "ingest-a-folder": "Ingest a folder.",
    "answer-with-citations": "Answer with citations.",
    "fill-a-form": "Fill a form.",
    "table-to-csv-and-back": "A table to CSV and back.",
    "inspect-an-untrusted-document": "Inspect an untrusted document.",
}
_MARKDOWN, _JSON = "text/markdown", "application/json"


@dataclass(frozen=True, slots=True)
class Shelved:
    """One resource; its body is the file of config/, or the manifest where there is none."""

    uri: str
    name: str
    description: str
    mime_type: str
    file: str = ""


def shelf() -> tuple[Shelved, ...]:
    """List every resource; the schemas come last."""
    docs = (
        Shelved(f"kebab://docs/{name}", name, text, mime, f"docs/{file}")
        for name, (file, mime, text) in _DOCS.items()
    )
    recipes = (
        Shelved(f"kebab://recipes/{name}", name, text, _MARKDOWN, f"recipes/{name}.md")
        for name, text in _RECIPES.items()
    )
    capabilities = Shelved(
        CAPABILITIES, "capabilities", "The tools of this server, with their commands.", _JSON
    )
    return (*docs, *recipes, capabilities, *_schemas())


def body_of(shelved: Shelved, profile: Profile) -> str:
    """Return what a resource holds."""
    if not shelved.file:
        return to_json(capabilities_manifest(profile))
    return packaged_config(shelved.file).read_text("utf-8")


def _schemas() -> list[Shelved]:
    files = sorted(packaged_config("wire/v1").glob(f"*{SUFFIX}"))
    names = [path.name.removesuffix(SUFFIX) for path in files]
    return [
        Shelved(
            f"kebab://schemas/{name}",
            name,
            f"JSON Schema of {name}.v1.",
            "application/schema+json",
            f"wire/v1/{name}{SUFFIX}",
        )
        for name in names
    ]
