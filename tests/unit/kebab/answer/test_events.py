"""What is told while an answer comes along."""

from support.answers import an_answer

from kebab.answer.events import Events, ignore


def test_events_carry_the_time_and_only_what_is_theirs():
    heard = []
    events = Events(heard.append, lambda: 1_700_000_000_000)

    events.stage("searching")
    events.token("")
    events.token("The ")
    events.final(an_answer())

    assert [event.kind for event in heard] == ["stage", "token", "final"]
    assert heard[0].ts == "2023-11-14T22:13:20.000Z"
    assert heard[1].model_dump(exclude_unset=True, exclude={"ts", "schema_version"}) == {
        "kind": "token",
        "delta": "The ",
    }


def test_nobody_has_to_listen():
    Events(ignore, lambda: 0).stage("writing")
