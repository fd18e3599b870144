"""What holds for every test: none is timed, and in CI the drawn examples are the same each run."""

from __future__ import annotations

import os

from hypothesis import settings

# Fewer examples than Hypothesis draws of itself: there are hundreds of such tests.
settings.register_profile(
    "kebab", deadline=None, max_examples=40, derandomize=bool(os.environ.get("CI"))
)
settings.load_profile("kebab")
