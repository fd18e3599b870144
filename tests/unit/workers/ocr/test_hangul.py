"""One reading of a line with Korean, made of several."""

from workers.ocr.hangul import (
    Symbol,
    combined,
    confidence_of,
    is_korean,
    is_plainly_latin,
    is_settled,
    text_of,
)

WIDTH = 10


def symbols(text, confidence=1.0, start=0):
    """Give each character ten columns, a space too."""
    result, is_spaced = [], False
    for number, char in enumerate(text):
        if char == " ":
            is_spaced = True
            continue
        left = start + number * WIDTH
        result.append(Symbol(char, left, left + WIDTH, confidence, is_spaced))
        is_spaced = False
    return result


def reads(text, confidence=1.0, columns=None):
    """Stand in for a Latin reader that finds `text` in the columns, and else nothing."""
    return lambda left, right: (text, confidence) if columns in (None, (left, right)) else ("", 0.0)


def nothing(left, right):
    return "", 0.0


def test_text_keeps_its_spaces():
    assert text_of(symbols("가 나다")) == "가 나다"
    assert text_of([]) == ""
    assert confidence_of([]) == 0.0


def test_hangul_and_punctuation_need_no_second_reading():
    assert is_settled(symbols("(가나), 다."))
    assert not is_settled(symbols("가나 ab"))
    assert not is_settled(symbols("..."))


def test_a_line_is_korean_when_either_reading_says_so():
    assert is_korean(symbols("xx", 0.3), symbols("가 ab"))
    assert is_korean(symbols("보냅니다"), symbols("SUC"))
    assert not is_korean(symbols("대1보", 0.5), symbols("PATCH"))


def test_a_latin_reading_that_leaves_room_is_not_the_whole_line():
    assert is_plainly_latin("a line of text", 0.99, width=200, height=40)
    assert not is_plainly_latin("a line of text", 0.99, width=600, height=40)
    assert not is_plainly_latin("a line of text", 0.7, width=200, height=40)
    assert not is_plainly_latin("三 line of text", 0.99, width=200, height=40)


def test_a_korean_word_taken_for_latin_is_put_right():
    read = combined(symbols("본문은 보내"), symbols("SEE 보내"), 20, nothing)

    assert text_of(read) == "본문은 보내"


def test_a_latin_word_with_a_korean_ending_is_read_in_two_parts():
    korean = [*symbols("0/0", 0.6), *symbols("의 값", start=3 * WIDTH)]
    read = combined(korean, symbols("[70Q 값"), 20, reads("Int", columns=(0, 30)))

    assert text_of(read) == "Int의 값"


def test_what_the_latin_reader_is_not_sure_of_stays_as_it_was():
    korean = symbols("0005", 0.6)

    assert text_of(combined(korean, symbols("POST"), 20, reads("l'Ol", 0.5))) == "POST"


def test_words_that_are_hangul_in_the_mixed_reading_stay():
    assert text_of(combined(symbols("나나 나"), symbols("가나 다"), 20, reads("x"))) == "가나 다"
