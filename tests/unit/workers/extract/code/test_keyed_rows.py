"""What has a name in files that are read row by row."""

import pytest

from workers.extract.code.parse import parse_code
from workers.extract.limits import Limits

RESOURCES = """# the shop
apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    name: wrong
  name: web
  namespace: shop
spec:
  replicas: 2
---
apiVersion: v1
kind: Service
metadata:
  name: "web"
spec: {}
---
just: data
"""


def told(name, text):
    blocks = parse_code(text.encode(), name, Limits()).blocks
    return [(block.place.symbol, block.start) for block in blocks]


def test_kubernetes_resources_stand_under_kind_namespace_and_name():
    symbols = [symbol for symbol, _ in told("a.yaml", RESOURCES)]

    assert symbols == [
        "Deployment/shop/web.apiVersion",
        "Deployment/shop/web.kind",
        "Deployment/shop/web.metadata",
        "Deployment/shop/web.spec",
        "Service/web.apiVersion",
        "Service/web.kind",
        "Service/web.metadata",
        "Service/web.spec",
        "just",
    ]


def test_yaml_is_cut_at_top_keys_and_comments_go_with_the_key_below():
    text = 'on: push\n# the jobs\njobs:\n  test:\n    steps:\n    - run: a\n"quoted key": 1\n'

    assert told("ci.yml", text) == [("on", 1), ("jobs", 2), ("quoted key", 7)]


def test_template_that_is_no_valid_yaml_is_cut_all_the_same():
    text = "{{- if .on }}\napiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Name }}\n{{ end }}\n"

    assert told("pod.yaml", text)[1][0].startswith("Pod/")


def test_toml_tables_are_paths_and_brackets_in_texts_are_none():
    text = 'a = """\n[no]\n"""\n[tool.ruff]\nx = 1\n# many\n[[tool."a.b"]]\ny = [\n  "z",\n]\n'

    assert told("x.toml", text) == [(None, 1), ("tool.ruff", 4), ('tool."a.b', 6)]


def test_ini_sections_are_found():
    assert told("x.ini", "[one]\na=1\n; two\n[two]\nb=2\n") == [("one", 1), ("two", 3)]


def test_dockerfile_is_cut_by_stage():
    text = (
        "ARG V=1\nFROM --platform=linux/amd64 python:3 AS build\nRUN a\n\nfrom alpine\nCOPY b c\n"
    )

    assert told("Dockerfile", text) == [(None, 1), ("build", 2), ("alpine", 5)]


def test_makefile_is_cut_by_target_and_assignments_are_none():
    text = "CC := gcc\n.PHONY: all\nall: one two\n\techo\n\n# clean up\nclean:\n\trm x\n"

    assert told("Makefile", text) == [(None, 1), ("all", 3), ("clean", 6)]


@pytest.mark.parametrize("name", ["a.yaml", "a.toml", "a.ini", "Dockerfile", "Makefile", "a.json"])
@pytest.mark.parametrize(
    "text", ["", "\n", "---\n---\n", ":\n: :\n[\n]\n[]", "[" * 5000, "a\n" * 99]
)
def test_nonsense_gives_blocks_and_no_error(name, text):
    blocks = parse_code(text.encode(), name, Limits()).blocks

    assert bool(blocks) == bool(text.strip())
