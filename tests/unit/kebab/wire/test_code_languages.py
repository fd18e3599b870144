"""Which language a file is in, by its name or its first line."""

import pytest

from kebab.wire.code_languages import (
    CODE_LANG_BY_EXTENSION,
    CODE_LANG_BY_NAME,
    CODE_LANGS,
    code_lang_of_name,
    code_lang_of_shebang,
)

NAMES = {
    "a/b/pool.py": "python",
    "App.TSX": "tsx",
    "lib.d.ts": "typescript",
    "Main.java": "java",
    "x.kt": "kotlin",
    "x.rs": "rust",
    "x.go": "go",
    "x.h": "c",
    "x.hpp": "cpp",
    "x.cs": "csharp",
    "x.rb": "ruby",
    "x.php": "php",
    "x.swift": "swift",
    "x.sh": "shell",
    "x.sql": "sql",
    "Dockerfile": "dockerfile",
    "Dockerfile.dev": "dockerfile",
    "api.dockerfile": "dockerfile",
    "Makefile": "make",
    "go.mod": "gomod",
    "Cargo.toml": "toml",
    "Cargo.lock": "toml",
    "package.json": "json",
    "deploy.yml": "yaml",
    "pom.xml": "xml",
    ".bashrc": "shell",
    "requirements.txt": "requirements",
    "CMakeLists.txt": "cmake",
}


@pytest.mark.parametrize(("name", "code_lang"), NAMES.items())
def test_name_says_the_language(name, code_lang):
    assert code_lang_of_name(name) == code_lang


@pytest.mark.parametrize("name", ["notes.txt", "README", "x.unknown", ".py", "", "a.", "photo.png"])
def test_name_without_a_language_says_nothing(name):
    assert code_lang_of_name(name) is None


@pytest.mark.parametrize(
    ("line", "code_lang"),
    [
        ("#!/bin/sh\necho", "shell"),
        ("#!/usr/bin/env bash", "shell"),
        ("#!/usr/bin/env -S FOO=1 python3.12 -u", "python"),
        ("#! /usr/local/bin/node", "javascript"),
        ("#!/usr/bin/env ruby", "ruby"),
        ("#!/usr/bin/perl -w", "perl"),
        ("#!/usr/bin/env", None),
        ("#!/opt/strange", None),
        ("import os", None),
        ("", None),
    ],
)
def test_first_line_of_a_script_says_the_language(line, code_lang):
    assert code_lang_of_shebang(line) == code_lang


def test_tables_are_in_lower_case_and_in_order():
    for table in (CODE_LANG_BY_EXTENSION, CODE_LANG_BY_NAME):
        assert list(table) == sorted(table, key=str.lower)
        assert all(key == key.lower() for key in table)
    assert set(CODE_LANG_BY_EXTENSION.values()) <= set(CODE_LANGS)
