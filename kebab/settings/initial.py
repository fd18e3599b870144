"""Writes a first kebab.toml: the documented file with its defaults as comments, and one source."""

from __future__ import annotations

import json
import os
import re
import secrets
from pathlib import Path

from kebab.errors import InvalidInputError, StoreError
from kebab.settings.packaged import packaged_config
from kebab.settings.paths import FILE_NAME

_EXAMPLE = re.compile(r"^# \[\[sources\]\]\n# id = .*\n# root = .*\n", re.MULTILINE)
_LIVE = re.compile(r"^(?=[a-z_]+ = )", re.MULTILINE)


def initial_text(documented: str, root: Path) -> str:
    """Turn the documented file into a first one: defaults stay readable but inactive."""
    head, version, rest = documented.partition("schema_version = 1\n")
    commented = _LIVE.sub("# ", rest)
    live = f'[[sources]]\nid = "default"\nroot = {_quote(root)}\n'
    return head + version + _EXAMPLE.sub(lambda _: live, commented, count=1)


def write_initial(path: Path, root: Path, *, force: bool) -> bool:
    """Write the file unless there is one; tell whether it was written.

    With `force`, what was there is kept beside it as `.bak`.
    """
    if path.exists() and not force:
        return False
    text = initial_text(packaged_config(FILE_NAME).read_text("utf-8"), root)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            write_atomically(path.with_name(f"{path.name}.bak"), path.read_bytes())
        write_atomically(path, text.encode())
    except OSError as cause:
        raise StoreError(
            f"{path} cannot be written: {cause.strerror or cause}",
            hint="choose another place with --config",
            details={"path": str(path)},
        ) from cause
    return True


def write_atomically(path: Path, content: bytes) -> None:
    """Put `content` at `path` so that a reader sees the old file or the new one, never a part."""
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _quote(root: Path) -> str:
    text = str(root)
    try:
        text.encode()
    except UnicodeEncodeError as cause:
        raise InvalidInputError(
            f"the folder's name {text!r} is not UTF-8", hint="rename the folder"
        ) from cause
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
