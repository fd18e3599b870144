"""The tools for HWP documents may be switched off."""

from __future__ import annotations

from pathlib import Path

import pytest

from kebab.errors import InvalidInputError
from kebab.hwp.service import HwpService
from kebab.security.path_rules import rules_of
from kebab.settings.load import load_settings


def test_without_workers_it_says_that_it_is_switched_off(tmp_path):
    config = tmp_path / "kebab.toml"
    config.write_text("[hwp]\nworkers = 0\n", "utf-8")
    settings = load_settings(config, {}, {}).settings

    with pytest.raises(InvalidInputError, match="switched off"):
        HwpService(settings, rules_of(settings, Path("/nowhere")), readonly=False)
