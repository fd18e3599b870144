"""How much each word of a question weighs."""

import pytest

from workers.shard.plan import Statistics, demand_of, idf, keys_of, plan_search
from workers.shard.question import parse_question


def plan(query, documents=1000, **terms):
    return plan_search(parse_question(query), Statistics(documents, terms))


def weight_of(plan, field, *words):
    return next((c.weight for c in plan.scored if (c.field, c.words) == (field, words)), 0)


def test_a_rare_word_weighs_more_than_a_common_one():
    found = plan_search(
        parse_question("pods quota"), Statistics(1000, {"body:pod": 500, "body:quota": 2})
    )

    assert weight_of(found, "body", "quota") > 5 * weight_of(found, "body", "pod")


def test_an_identifier_weighs_more_whole_than_in_parts():
    known = Statistics(1000, {"exact:foo-bar": 2, "body:foo": 100, "body:bar": 100})
    found = plan_search(parse_question("foo-bar"), known)

    parts = weight_of(found, "body", "foo") + weight_of(found, "body", "bar")
    assert weight_of(found, "exact", "foo-bar") > parts


def test_question_words_score_nothing():
    assert weight_of(plan("what is quota"), "body", "what") == 0


def test_a_particle_weighs_less_than_the_word():
    found = plan("서버에서")

    assert 0 < weight_of(found, "body", "에서") < weight_of(found, "body", "서버") / 2


def test_neighbours_are_asked_for_side_by_side():
    assert weight_of(plan("rolling update"), "body", "roll", "updat") > 0


@pytest.mark.parametrize(
    "query", ["C++ and foo/bar", "서버에서 물 API", "🚀", "a b c", "getUserById"]
)
def test_the_shares_of_a_question_add_up_to_all_of_it(query):
    found = plan(query)

    assert sum(share.mass for share in found.shares) == pytest.approx(found.mass)


def test_a_long_question_keeps_its_rarest_words():
    terms = {f"body:w{i}": 10 + i for i in range(900)}
    found = plan_search(
        parse_question(" ".join(f"w{i}" for i in range(900))), Statistics(1000, terms)
    )

    assert len({c.words for c in found.scored if c.field == "body" and len(c.words) == 1}) == 48
    assert weight_of(found, "body", "w0") > 0


def test_words_that_stand_nowhere_take_no_place_of_those_that_do():
    query = " ".join(f"w{i}" for i in range(900))
    found = plan_search(parse_question(query), Statistics(1000, {"body:w899": 10}))

    assert weight_of(found, "body", "w899") > 0
    assert sum(share.mass for share in found.shares) < found.mass / 500


def test_identifier_in_pieces_is_not_the_whole_of_one_that_stands_somewhere():
    known = plan("foo/bar", **{"exact:foo/bar": 1, "body:foo": 3, "body:bar": 3})
    unknown = plan("foo/bar", **{"body:foo": 3, "body:bar": 3})

    assert known.shares[0].anywhere == (("exact", ("foo/bar",)), ("exact", ("*foo/bar",)))
    assert ("body", ("foo", "bar")) in unknown.shares[0].anywhere


def test_every_token_that_weighs_is_asked_for():
    keys = keys_of(parse_question("foo/bar 물 getUser"))

    assert {"body:foo", "exact:foo/bar", "exact:*foo/bar", "characters:물", "parts:user"} <= {*keys}


def test_rarity_never_fails_on_counts_that_lag_behind():
    assert idf(5, 9) > 0
    assert idf(0, 3) > 0


@pytest.mark.parametrize(
    ("query", "terms", "unknown"),
    [
        ("Terraform modules", {"body:modul": 3}, ("terraform",)),
        ("Terraform modules", {"body:modul": 3, "parts:terraform": 1}, ()),
        ("how can the quota", {"body:quota": 1}, ()),
        ("테라폼을 쓰려면", {"body:테라": 4, "body:쓰려": 1}, ("테라폼",)),
        ("foo-bar", {"body:foo": 9}, ("foo-bar",)),
        ("foo-bar", {"exact:foo-bar": 9}, ()),
        ("물", {"characters:물": 1}, ()),
    ],
)
def test_words_that_stand_nowhere_are_told(query, terms, unknown):
    demand = demand_of(parse_question(query), Statistics(1000, terms))

    assert demand.unknown == unknown


def test_a_question_demands_the_rarity_of_its_words():
    question = parse_question("C++ and foo/bar quota")
    known = Statistics(1000, {"body:quota": 2, "body:foo": 100})

    assert demand_of(question, known).mass == pytest.approx(plan_search(question, known).mass)
