"""No path that leads out of the roots is allowed, however it is written."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kebab.errors import KebabError
from kebab.security.allowed_paths import allow, open_readable
from kebab.security.path_rules import PathRules, Purpose, reason_against
from kebab.security.secret_names import plain_name, secret_part

WAYS = (
    "..", "deep", "to-out", "to-in", "round", "up", ".ssh", "in", "out", "inside", ".", "",
)  # fmt: skip
ODD = (
    "IN", "in.", "in ", ".SSH", ".\u200benv", "\uff0e\uff0e", "\u2025", "%2e%2e", "..\\out",
    "\u1112\u1161\u11ab\u1100\u1173\u11af.md",
)  # fmt: skip
ENDS = ("a.md", "to-file", ".env", "new.md", "한글.md", "A.MD", "a.md.", "..", "to-out")
way = st.sampled_from(WAYS)
parts = st.lists(
    way | way | way | st.sampled_from(ODD) | st.text("ab./ 가é", max_size=4), max_size=6
)
SECRETS = (".ssh/x.md", ".env", "id_rsa", "Login Data", "a.pem", "credentials.json", ".npmrc")


@pytest.fixture(scope="module")
def disk(tmp_path_factory):
    """Make a root with every kind of link in it, and what must not be reached beside it."""
    folder = Path(os.path.realpath(tmp_path_factory.mktemp("disk")))
    for name in ("in/deep", "out/in", "in/.ssh", "inside"):
        (folder / name).mkdir(parents=True)
        (folder / name / "a.md").write_text(f"{name}")
    for name in ("in/a.md", "in/한글.md", "in/.env", "out/a.md", "a.md"):
        (folder / name).write_text("x")
    links = {
        "in/to-out": "../out", "in/deep/up": "../..", "in/to-file": "../out/a.md",
        "out/to-in": "../in", "in/to-in": ".", "in/round": "deep/up/in/round", "in/up": folder,
    }  # fmt: skip
    for name, target in links.items():
        (folder / name).symlink_to(target)
    return folder


@settings(max_examples=400)  # two milliseconds each
@given(start=st.sampled_from(["in", "", "out", "in/deep"]), middle=parts, end=st.sampled_from(ENDS))
def test_what_is_allowed_lies_in_a_root_and_hides_nothing(disk, start, middle, end):
    root = disk / "in"
    rules = PathRules(roots=(root,), output_roots=(root / "deep",))
    text = "/".join([str(disk), start, *middle, end])

    for purpose, inside in ((Purpose.READ, root), (Purpose.WRITE, root / "deep")):
        try:
            real = allow(Path(text), purpose, rules)
        except KebabError:
            continue
        assert real == Path(os.path.realpath(text))
        assert real.is_relative_to(inside)
        assert secret_part(real.relative_to(inside).parts) is None
        if purpose is Purpose.WRITE:
            assert not any(part.startswith(".") for part in real.relative_to(inside).parts)
        else:
            descriptor = open_readable(Path(text), rules)
            assert os.path.samestat(os.fstat(descriptor), real.stat())
            os.close(descriptor)


@given(st.lists(st.text("ab.~/ ", min_size=1, max_size=5), max_size=6))
def test_the_decision_lets_nothing_out_of_the_roots(names):
    path = Path(os.path.normpath("/" + "/".join(names)))
    rules = PathRules(roots=(Path("/a"), Path("/b/a")), output_roots=(Path("/a/b"),))

    if reason_against(path, Purpose.READ, rules) is None:
        assert path.is_relative_to("/a") or path.is_relative_to("/b/a")
    if reason_against(path, Purpose.WRITE, rules) is None:
        assert path.is_relative_to("/a/b")


def respelt(name, upper, hidden, tail):
    """Write a name in another way that some file system takes for the same."""
    text = "".join(c.upper() if up else c for c, up in zip(name, upper, strict=False))
    text += name[len(text) :]
    return text[:hidden] + "\u200d" + text[hidden:] + tail


@given(
    st.sampled_from(SECRETS),
    st.lists(st.booleans(), max_size=16),
    st.integers(0, 16),
    st.sampled_from(["", ".", " ", " . ", "::$DATA"]),
)
def test_a_secret_stays_one_however_it_is_spelt(secret, upper, hidden, tail):
    first, *rest = secret.split("/")

    assert secret_part([respelt(first, upper, hidden, tail), *rest]) is not None


@given(st.text(max_size=12))
def test_a_plain_name_is_plain(name):
    assert plain_name(plain_name(name)) == plain_name(name)
