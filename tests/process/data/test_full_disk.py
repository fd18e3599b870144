"""A disk that is full or read-only, and permissions that are lost, cost time and nothing else."""

from __future__ import annotations

import errno
import json
import os
import subprocess
from contextlib import closing
from pathlib import Path

import pytest
from support.faults.injector import Mode, Point, require_faults
from support.faults.scenario import Scenario
from support.product import KEBAB, SETTINGS, Product

# At how many operations the disk begins to fail, spread evenly over those that it may refuse.
POINTS = {"ENOSPC": 12, "EDQUOT": 3, "EROFS": 5, "EACCES": 5}
NEVER = 10**9


@pytest.fixture(scope="module")
def scenario(tmp_path_factory):
    require_faults()
    # The log lies on another disk, so that it tells what the worker did.
    with closing(Scenario(tmp_path_factory.mktemp("full") / "base", logs="../logs")) as scenario:
        yield scenario


@pytest.fixture(scope="module")
def refusable(scenario):
    """Count how many operations of an ingest each fault can refuse."""
    counts = {}
    for name in POINTS:
        break_disk(scenario, name, NEVER)
        assert scenario.quick_ingest().status == 0
        counts[name] = scenario.injector.matched
    return counts


def break_disk(scenario, name, at):
    scenario.restore()
    scenario.injector.arm(Mode.FAIL, Point(at), getattr(errno, name))


def rebuilds(scenario):
    logs = scenario.settings.storage.state_dir.glob("worker-*.log")
    return [line for log in logs for line in log.read_text().splitlines() if "rebuilding" in line]


def assert_told(scenario, ended):
    """Check that a line says what is wrong, where, and what to do, or that the report names it."""
    assert "Traceback" not in ended.stderr
    if ended.status == 0:
        report = ended.events[-1]
        assert ended.stderr == ""
        assert "damaged" not in json.dumps(report)
        assert all(str(scenario.folder) in warning for warning in report["warnings"])
        return
    (line,) = ended.stderr.splitlines()
    error = json.loads(line)
    assert (ended.status, error["code"]) == (2, "io_error")
    assert "damaged" not in line
    assert error["details"]["path"].startswith(str(scenario.folder))
    assert error["details"]["path"] in error["message"]
    assert error["hint"]


@pytest.mark.parametrize("part", [0, 1])
@pytest.mark.parametrize("name", POINTS)
def test_an_ingest_says_what_is_wrong_and_the_next_one_goes_on(scenario, refusable, name, part):
    last = POINTS[name] - 1
    for number in range(part, last + 1, 2):
        at = 1 + number * (refusable[name] - 1) // last
        break_disk(scenario, name, at)
        ended = scenario.quick_ingest()

        assert_told(scenario, ended)
        assert rebuilds(scenario) == [], (name, at)
        scenario.injector.heal()
        assert scenario.faults_of_catalog() == [], (name, at)
        assert scenario.finish().errors == 0, (name, at)
        assert scenario.faults_of_views() == [], (name, at)
        assert scenario.state() == scenario.expected, (name, at)


@pytest.mark.parametrize("share", [0.0, 0.5])
@pytest.mark.parametrize("name", POINTS)
def test_a_base_is_searched_while_its_disk_fails(scenario, refusable, name, share):
    scenario.restore()
    with scenario.product.serve(env=scenario.injector.env) as server:
        assert found(server.call("search", query="lantern"))
        scenario.injector.arm(
            Mode.FAIL, Point(1 + int(share * refusable[name])), getattr(errno, name)
        )
        scenario.quick_ingest()
        before = found(server.call("search", query="lantern"))
        ran = scenario.quick_run("search", "lantern")
        scenario.injector.heal()
        scenario.finish()
        after = found(server.call("search", query="under the zebra"))

    assert "65.md" not in before
    assert before
    assert ran.returncode == 0, ran.stderr
    assert found((ran.stdout, False))
    assert rebuilds(scenario) == []
    assert {"60.md", "64.md"} <= after


def found(answer):
    text, is_error = answer
    assert not is_error, text
    response = json.loads(text)
    assert not response.get("degraded")
    return {hit["doc_path"] for hit in response["hits"]}


# --- the real thing --------------------------------------------------------------------------

NOTES = {f"notes/{n}.md": f"# Note {n}\n\nThe lantern hangs over harbour {n}.\n" for n in range(4)}


def test_a_log_that_cannot_be_written_stops_nobody(tmp_path):
    product = Product(tmp_path, NOTES)
    product.write("state", "a file where the folder of the log should be")

    assert product.run("ingest").returncode == 0
    assert len(product.read("search", "lantern")["hits"]) == 4


@pytest.fixture
def small_disk(tmp_path):
    """Mount a disk of three megabytes, where this user may."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", str(place)]
    try:
        subprocess.run(mount, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this user may not mount")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)  # noqa: S607 - found by the path


def test_a_disk_that_is_full_is_searched_and_filled_later(tmp_path, small_disk):
    product = Product(tmp_path, NOTES, SETTINGS.replace('"base"', f'"{small_disk / "base"}"'))
    assert product.run("ingest").returncode == 0
    fill(small_disk / "filler")
    product.write("notes/late.md", "# Late\n\nA zeppelin over the harbour. " * 900)

    ran = product.run("ingest", "--json")
    hits = product.read("search", "lantern")["hits"]
    (small_disk / "filler").unlink()
    again = product.run("ingest", "--json")

    assert ran.returncode == 2
    assert json.loads(ran.stderr)["code"] == "io_error"
    assert len(hits) == 4
    assert again.returncode == 0, again.stderr
    assert product.read("search", "zeppelin")["hits"]


def fill(path):
    """Take all the room that there is."""
    with path.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while file.write(b"x" * size) == size:
                    pass
            except OSError:
                continue


@pytest.fixture
def stranger(tmp_path):
    """Give the arguments that run a program as somebody whom permissions bind."""
    if os.geteuid() != 0:
        return {}
    other = {"user": 65534, "group": 65534, "extra_groups": []}
    try:
        ran = subprocess.run([*KEBAB, "--version"], check=False, capture_output=True, **other)
    except OSError:
        pytest.skip("this interpreter is root's alone")
    if ran.returncode:
        pytest.skip("this interpreter is root's alone")
    return other


def test_a_folder_that_may_not_be_written_is_searched(tmp_path, stranger):
    product = Product(tmp_path, NOTES)
    assert product.run("ingest").returncode == 0
    for path in [tmp_path, *Path(tmp_path).rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    options = {"env": product.env, "capture_output": True, "encoding": "utf-8", **stranger}

    ran = subprocess.run([*KEBAB, "ingest", "--json"], check=False, cwd=tmp_path, **options)
    asked = subprocess.run(
        [*KEBAB, "search", "lantern", "--json"], check=False, cwd=tmp_path, **options
    )
    for path in [tmp_path, *Path(tmp_path).rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)

    assert json.loads(ran.stderr)["code"] == "io_error"
    assert len(json.loads(asked.stdout)["hits"]) == 4, asked.stderr
