"""What a document says of itself."""

from workers.hwp.properties import Properties


def test_what_is_empty_or_a_removed_date_says_nothing():
    found = Properties.of({"author": " ", "created": "1970-01-01T00:00:00Z", "subject": "a  b"})

    assert found == Properties("", {"subject": "a b"})


def test_a_title_of_hardly_any_letters_is_none():
    assert Properties.of({"title": "210mm"}).title == ""
    assert Properties.of({"title": "사업 추진계획"}).title == "사업 추진계획"
