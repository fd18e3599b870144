"""Serves the base in memory over HTTP: `memory_site.py FOLDER SETTINGS PATIENCE`, both JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from kebab.mcp.http.door import Door, open_door
from kebab.mcp.http.patience import Patience
from kebab.mcp.http.run import launch
from kebab.mcp.run import Steps
from kebab.settings.model import HttpSettings, Settings, StorageSettings

sys.path.insert(0, str(Path(__file__).parents[1]))


def door(folder: Path, http: str, patience: str) -> Door:
    storage = StorageSettings(data_dir=folder / "data", state_dir=folder / "state")
    settings = Settings(storage=storage, http=HttpSettings(port=0, **json.loads(http)))
    opened = open_door(settings, allow_remote=False)
    return Door(opened.bound, opened.token, None, opened.settings, Patience(**json.loads(patience)))


if __name__ == "__main__":
    from memory_server import introduce, prepare, prestart

    launch(door(Path(sys.argv[1]), *sys.argv[2:4]), Steps(introduce, prestart, prepare))
