"""How a typed query is read."""

import pytest

from workers.shard.question import Phrase, Unit, parse_question


def surfaces(query):
    return [unit.surface for unit in parse_question(query).units if unit.weight == 1]


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("How do I configure liveness probes?", ["configure", "liveness", "probes"]),
        ("What's the pod's lifecycle", ["pod's", "lifecycle"]),
        ("쿠버네티스에서 파드는 어떻게 설정하나요?", ["쿠버네티스", "파드", "설정"]),
        ("네임스페이스에 대해 알려줘", ["네임스페이스"]),
        ("설계했다", ["설계"]),
        ("데이터베이스에서는", ["데이터베이스"]),
        ("서버", ["서버"]),
    ],
)
def test_words_that_only_ask_do_not_count(query, meant):
    assert surfaces(query) == meant


def test_words_about_documentation_count_little():
    weights = {u.surface: u.weight for u in parse_question("documentation of probes").units}

    assert weights["of"] == 0 < weights["documentation"] < weights["probes"]


@pytest.mark.parametrize("query", ["what is it", "to be or not to be", "어떻게 하나요"])
def test_a_question_of_stop_words_only_counts_them(query):
    assert all(unit.weight == 1 for unit in parse_question(query).units)


def test_quoted_words_have_to_stand_together():
    question = parse_question('deploy "rolling updates" “smart quotes”')

    assert question.required == (Phrase(("roll", "updat")), Phrase(("smart", "quot")))
    assert "rolling" in surfaces('deploy "rolling updates"')


@pytest.mark.parametrize("query", ["DEC-0054", "C++", "foo/bar", "1.0.21", "a@b.com"])
def test_a_quoted_identifier_is_read_as_the_same_unit(query):
    assert parse_question(f'"{query}"').units == parse_question(query).units


@pytest.mark.parametrize(
    ("query", "excluded"),
    [
        ("note -cloud", Phrase(("cloud",))),
        ('note -"cloud-init"', Phrase(("cloud", "init"))),
        ("note -C++", Phrase(("c",), exact="c++")),
        ("release -38.101", Phrase(("38", "101"))),
        ("물 -불", Phrase(("불",), character="불")),
    ],
)
def test_a_leading_minus_excludes(query, excluded):
    question = parse_question(query)

    assert question.excluded == (excluded,)
    assert len(question.units) == 1


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("-38.101", ["38.101"]),
        ("kubectl -n kube-system", ["kubectl", "-n", "kube-system"]),
        ("rg --pre", ["rg", "--pre"]),
        ("a - b * c", ["b", "c"]),
        ("cats AND (dogs OR birds)", ["cats", "dogs", "birds"]),
        ("title:foo [x TO y] x^2 ~1", ["title:foo", "x", "y", "2", "1"]),
        ('5" disk', ["5", "disk"]),
        ('the "unmatched quote', ["unmatched", "quote"]),
    ],
)
def test_everything_else_is_literal(query, meant):
    question = parse_question(query)

    assert surfaces(query) == meant
    assert (question.required, question.excluded) == ((), ())


@pytest.mark.parametrize("query", ["", "   ", "*", "-", '""', '"', "?!…", "\x00", '-"'])
def test_a_query_without_words_is_empty(query):
    assert parse_question(query).is_empty


def test_a_pasted_text_is_literal_and_bounded():
    question = parse_question('-never "not a phrase" ' + " ".join(f"w{i}" for i in range(5000)))

    assert (question.required, question.excluded) == ((), ())
    assert len(question.units) <= 1024


def test_repeated_words_are_one_unit_with_a_count():
    assert parse_question("pods pods").units == (Unit("pods", ("pod",), count=2),)


def test_highlights_are_words_without_particles():
    assert parse_question("데이터베이스에서 Running 은").highlights == (
        "running",
        "데이터베이스",
        "run",
    )
