"""A file may take so much memory while it is parsed, and no more."""

from __future__ import annotations

import resource
import subprocess
import sys

import pytest

from kebab.errors import TooLargeError
from workers.extract.memory_cap import memory_cap

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux keeps the limit")

MEGABYTE = 2**20


def soft_limit():
    return resource.getrlimit(resource.RLIMIT_AS)[0]


def fill(megabytes):
    """Take memory in blocks that malloc never has at hand from before."""
    return [bytes(50 * MEGABYTE) for _ in range(megabytes // 50)]


def test_what_fits_is_read():
    with memory_cap(200, "a.csv"):
        held = fill(50)

    assert len(held) == 1


def test_what_does_not_fit_is_too_large_and_names_the_setting():
    with pytest.raises(TooLargeError) as raised, memory_cap(40, "a.csv"):
        fill(200)

    assert str(raised.value) == "a.csv needs more than 40 MB of memory to be read"
    assert "parse_memory_mb" in raised.value.hint


def test_the_limit_is_lifted_afterwards_however_it_ended():
    before = soft_limit()
    with memory_cap(40, "a.csv"):
        within = soft_limit()
    with pytest.raises(TooLargeError), memory_cap(40, "a.csv"):
        fill(200)
    with pytest.raises(ValueError, match="other"), memory_cap(40, "a.csv"):
        raise ValueError("other")

    assert within != before
    assert soft_limit() == before
    assert len(fill(200)) == 4


def test_zero_sets_no_limit():
    before = soft_limit()

    with memory_cap(0, "a.csv"):
        assert soft_limit() == before


def test_a_limit_of_the_system_that_is_lower_stays():
    before = resource.getrlimit(resource.RLIMIT_AS)
    with memory_cap(100, "a.csv"):
        lower = soft_limit()
        with memory_cap(5000, "a.csv"):
            assert soft_limit() == lower

    assert resource.getrlimit(resource.RLIMIT_AS) == before


def run_alone(code):
    """Run it in a process whose memory nothing has used before; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=100
    )
    return done.stdout.split()


def test_the_memory_is_given_back_though_the_error_is_kept():
    code = """
from kebab.errors import TooLargeError
from workers.extract.foreign_errors import reading
from workers.extract.memory_cap import memory_cap
from workers.memory import resident_bytes

def read():
    held = []
    with reading("a.csv", "table"):
        while True:
            held.append(b"x" * 2**20)  # zeros would take no memory

before = resident_bytes()
try:
    with memory_cap(150, "a.csv"):
        read()
except TooLargeError as error:
    kept = error
print(type(kept).__name__, (resident_bytes() - before) // 2**20)
"""
    name, megabytes = run_alone(code)

    assert name == "TooLargeError"
    assert int(megabytes) < 20


def test_xml_that_does_not_fit_is_too_large_and_not_malformed_time_and_again():
    code = """
from kebab.errors import KebabError
from workers.extract.memory_cap import memory_cap
from workers.extract.xml_tree import parse_html, parse_xml

many = b"<a>" + b"<b/>" * 1_000_000 + b"</a>"
for parse in (parse_xml, lambda data, path, _: parse_html(data.decode(), path), parse_xml):
    try:
        with memory_cap(40, "a.xml"):
            parse(many, "a.xml", "table")
        print("fits")
    except KebabError as error:
        print(error.code)
with memory_cap(40, "a.xml"):
    print(parse_xml(b"<sound/>", "a.xml", "table").tag)
"""
    assert run_alone(code) == ["too_large", "too_large", "too_large", "sound"]
