"""What a worker says of its library and fonts."""

from workers.extract.limits import Limits
from workers.hwp.looking.health import health
from workers.hwp.requests import HwpRequests


def test_it_names_its_version_and_that_hangul_is_missing():
    found = health({}, Limits()).result

    assert found["rhwp_version"].count(".") == 2
    assert found["error"] is None
    assert found["fonts"]["code"] == "no_hangul_font"
    assert found["lacking"] in found["fonts"]["reason"]
    assert found["remedy"] in found["fonts"]["reason"]


def test_it_is_asked_without_a_document():
    reply = HwpRequests(Limits()).handle({"op": "health", "document": None, "args": {}})

    assert reply["source"] is None
    assert reply["result"]["rhwp_version"]
