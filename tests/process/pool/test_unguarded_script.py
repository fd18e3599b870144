"""A script that uses kebab as a library, and has no `if __name__ == "__main__"`."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import asyncio, sys
from pathlib import Path
from kebab.knowledge_base import KnowledgeBase
from kebab.settings.load import load_settings
from kebab.wire.search import SearchInput

print("the script runs")

async def main():
    settings = load_settings(Path(sys.argv[1]), {}, {}).settings
    async with KnowledgeBase(settings) as base:
        print(len((await base.search(SearchInput(query="lantern"))).hits), "hits")

asyncio.run(main())
"""


def test_an_unguarded_script_runs_once(catalog, settings, tmp_path):
    script, config = tmp_path / "script.py", tmp_path / "kebab.toml"
    script.write_text(SCRIPT)
    config.write_text(
        f'[storage]\ndata_dir = "{settings.storage.data_dir}"\n'
        f'state_dir = "{settings.storage.state_dir}"\n'
        '[embedding]\nprovider = "hashed"\ndimensions = 64\n'
    )

    done = subprocess.run(
        [sys.executable, str(script), str(config)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )

    assert done.stdout.splitlines() == ["the script runs", "10 hits"], done.stderr
