"""The log file: rotating, in the state directory, and never a reason to fail."""

from __future__ import annotations

import logging
import os
from logging.handlers import RotatingFileHandler
from pathlib import Path

from kebab.settings.model import Settings
from kebab.wire.log_line import log_to

FILE_NAME = "kebab.log"


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
        path.parent.mkdir(parents=True, exist_ok=True)
        return RotatingFileHandler(
            path,
            maxBytes=settings.logging.max_bytes,
            backupCount=settings.logging.keep_files,
            encoding="utf-8",
            errors="backslashreplace",
            delay=True,
        )
    except OSError:
        return logging.NullHandler()
