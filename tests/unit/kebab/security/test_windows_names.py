"""Paths that Windows takes for something else than a file of this machine."""

from __future__ import annotations

from pathlib import PureWindowsPath

import pytest

from kebab.security.windows_names import windows_problem

ROOTS = [PureWindowsPath(r"C:\Users\ann"), PureWindowsPath(r"\\nas\notes")]


@pytest.mark.parametrize(
    "path",
    [
        r"C:\Users\ann\CON", r"C:\Users\ann\con.md", r"C:\Users\ann\nul\a.md", r"C:\x\LPT1.txt",
        "C:/x/COM\u00b9.md", r"C:\x\aux .md", r"C:\x\a.md:secret",
        r"C:\x\a.md::$DATA", r"C:\x\.ssh.\id", r"C:\x\a.md ", r"\\evil\share\a.md", "//evil/s/a.md",
        r"\\?\C:\Users\ann\a.md", r"\\.\PhysicalDrive0", r"\\?\UNC\nas\notes\a.md",
    ],
)  # fmt: skip
def test_devices_streams_and_other_machines_are_refused_unseen(path):
    assert windows_problem(PureWindowsPath(path), ROOTS)


@pytest.mark.parametrize(
    "path",
    [
        r"C:\Users\ann\a.md", r"c:\users\ANN\console.md", r"D:\한글 문서\..\a.md",
        r"\\NAS\notes\a.md",
        r"C:\x\.env.d\a.md", r"C:\x\com10.md", r"C:\x\nulls\a.md",
    ],
)  # fmt: skip
def test_names_that_only_look_like_it_are_not_refused_here(path):
    assert windows_problem(PureWindowsPath(path), ROOTS) is None
