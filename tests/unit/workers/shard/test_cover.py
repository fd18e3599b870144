"""Which shares of a question a text holds."""

from workers.shard.cover import cover
from workers.shard.plan import Statistics
from workers.shard.question import parse_question

CORPUS = Statistics(1000, {"body:pod": 500, "body:quota": 2})


def covered(query, *texts, statistics=CORPUS):
    found = cover(parse_question(query), statistics, texts)
    return [round(sum(found.masses[n] for n in held), 3) for held in found.held]


def test_a_text_with_every_word_covers_the_whole_question():
    assert covered("pods quota", "The quota of a pod.") == [1.0]


def test_a_rare_word_covers_more_than_a_common_one():
    rare, common = covered("pods quota", "a quota", "a pod")

    assert rare > 4 * common > 0


def test_what_only_asks_covers_nothing():
    assert covered("what is a quota", "what is it", "quotas") == [0.0, 1.0]


def test_a_particle_need_not_stand_in_the_text():
    assert covered("인그레스를 설정", "인그레스 설정 방법") == [1.0]


def test_part_of_a_compound_covers_part_of_it():
    (part,) = covered("오토스케일링", "스케일")

    assert 0 < part < 0.7


def test_an_identifier_is_held_whole():
    whole, pieces = covered("--dry-run", "use --dry-run here", "run it dry")

    assert whole == 1.0
    assert pieces < whole


def test_a_question_without_words_has_no_shares():
    found = cover(parse_question("?!"), CORPUS, ["any text"])

    assert (found.masses, found.held) == ((), ((),))
