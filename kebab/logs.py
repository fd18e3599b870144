"""The log file: rotating, in the state directory, and never a reason to fail."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from kebab.settings.model import Settings

FILE_NAME = "kebab.log"
_FORMAT = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


def log_path(settings: Settings) -> Path:
    """Name the log file."""
    return settings.storage.state_dir / FILE_NAME


def setup_file_log(settings: Settings) -> Path:
    """Send what is logged to the file and nowhere else; return its path."""
    path = log_path(settings)
    # A full disk or a closed stream must not show up in the middle of a call.
    logging.raiseExceptions = False
    root = logging.getLogger()
    root.handlers = [_open(path, settings)]
    root.setLevel(settings.logging.level.upper())
    # Python's warnings would go to stderr, which hosts show as errors or never read.
    logging.captureWarnings(capture=True)
    return path


def _open(path: Path, settings: Settings) -> logging.Handler:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            path,
            maxBytes=settings.logging.max_bytes,
            backupCount=settings.logging.keep_files,
            encoding="utf-8",
            errors="backslashreplace",
            delay=True,
        )
    except OSError:
        return logging.NullHandler()
    handler.setFormatter(logging.Formatter(_FORMAT))
    return handler
