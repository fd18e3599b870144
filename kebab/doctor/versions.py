"""Says which versions of native code are installed, without loading any of it."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version

from kebab import __version__
from kebab.catalog.connection import sqlite_version
from kebab.wire.version import VersionInfo

NATIVE = (
    "blake3", "charset-normalizer", "hnswlib", "lxml", "msgpack", "numpy", "onnxruntime",
    "opencv-python-headless", "pillow", "pillow-heif", "psutil", "py-rust-stemmers",
    "pydantic-core", "pypdfium2", "pyyaml", "rapidocr", "rhwp-python", "sentencepiece", "sentencex",
    "tantivy", "tesserocr", "tokenizers", "tree-sitter", "watchfiles",
)  # fmt: skip


def describe_versions() -> VersionInfo:
    """Collect the versions from what installers have left."""
    return VersionInfo(
        schema_version="version.v1",
        kebab_version=__version__,
        python=platform.python_version(),
        implementation=platform.python_implementation(),
        platform=platform.platform(),
        sqlite=sqlite_version(),
        packages={name: _version(name) for name in NATIVE},
    )


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None
