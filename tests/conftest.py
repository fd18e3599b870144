"""What holds for every test: none is timed, and in CI the drawn examples are the same each run."""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("kebab", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("kebab")
