"""The log file: rotating, in the state directory, and never a reason to fail."""

from __future__ import annotations

import logging
import os
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from kebab.security.private_files import make_private_folder, open_private
from kebab.settings.model import Settings
from kebab.wire.log_line import log_to

FILE_NAME = "kebab.log"


class _PrivateLog(RotatingFileHandler):
    """One whose files only their user may read."""

    def _open(self) -> TextIOWrapper:
        os.close(open_private(Path(self.baseFilename), os.O_WRONLY))
        return super()._open()


def log_path(settings: Settings) -> Path:
    """Name the log file."""
    return settings.storage.state_dir / FILE_NAME


def setup_file_log(settings: Settings) -> Path:
    """Send what is logged to the file and nowhere else; return its path."""
    path = log_path(settings)
    log_to(_open(path, settings), str(os.getpid()), settings.logging.level)
    return path


def _open(path: Path, settings: Settings) -> logging.Handler:
    try:
        make_private_folder(path.parent)
        return _PrivateLog(
            path,
            maxBytes=settings.logging.max_bytes,
            backupCount=settings.logging.keep_files,
            encoding="utf-8",
            errors="backslashreplace",
            delay=True,
        )
    except OSError:
        return logging.NullHandler()
