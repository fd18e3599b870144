"""The examples in config/hosts: `python -m kebab.hosts.examples` writes them."""

from __future__ import annotations

from pathlib import Path

from kebab.hosts.catalogue import HOSTS
from kebab.hosts.program import Served
from kebab.hosts.registration import snippet
from kebab.hosts.server import DEFAULT_NAME, Asked, Started

CHECKOUT = Path(__file__).resolve().parents[2] / "config" / "hosts"
_STARTED = Started(
    "/home/me/.local/bin/kebab",
    Served(config=Path("/home/me/.config/kebab/kebab.toml")).arguments(),
    {"XDG_DATA_HOME": "/home/me/data"},
)
_ASKED = Asked("http://127.0.0.1:7711/mcp", "the-token-of-http.token")


def example_files() -> dict[str, str]:
    """Return the text of every file of config/hosts, by its name."""
    files = {}
    for host in HOSTS.values():
        files[f"{host.name}.{host.format}"] = snippet(host, DEFAULT_NAME, _STARTED)
        if host.url:
            files[f"{host.name}.http.{host.format}"] = snippet(host, DEFAULT_NAME, _ASKED)
    return files


def write_examples(folder: Path) -> None:
    """Write the files, and remove those that are no longer generated."""
    folder.mkdir(parents=True, exist_ok=True)
    files = example_files()
    for path in folder.iterdir():
        if path.name not in files:
            path.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    write_examples(CHECKOUT)
