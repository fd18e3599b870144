"""Characters that deceive, each kind where it does and where it is ordinary."""

import pytest

from workers.hwp.looking.unicode_check import check_unicode


def kinds(text):
    return [finding.kind for finding in check_unicode([("s0/p0", text)])]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("invoice\u202efdp.exe", "bidi_control"),
        ("가\u2066나\u2069다", "bidi_control"),
        ("승\u200b인", "zero_width"),
        ("pass\u200dword", "zero_width"),
        ("가\ufeff나", "zero_width"),
        ("보통 글\U000e0068\U000e0069", "tag_characters"),
        ("a" + "\ufe01\ufe02\ufe03", "variation_selectors"),
        ("p\u0430ypal 로 송금", "mixed_scripts"),
        ("Micr\u03bfsoft", "mixed_scripts"),
        ("가\u3164나", "invisible_filler"),
        ("a\u1160b", "invisible_filler"),
        ("a\x07b", "control"),
        ("\U0001d422\U0001d420\U0001d427\U0001d428\U0001d42b\U0001d41e", "styled_letters"),
        ("가\u200e나", "direction_mark"),
        ("\u1112\u1161\u11ab\u1100\u1173\u11af", "decomposed_hangul"),
        ("pass\u00adword", "soft_hyphen"),
        ("a\u2003b", "odd_space"),
        ("\uf0a7 항목", "private_use"),
    ],
)
def test_each_kind_is_found(text, kind):
    assert kinds(text) == [kind]


@pytest.mark.parametrize(
    "text",
    [
        "□ 과학기술정보통신부(장관 유영민, 이하 ‘과기정통부’)는 2018. 9. 3.(월) 밝혔다.",
        "ㅇ 「전자정부법」 제2조제13호 ｢누리｣ ① ② ③ ※ 10㎡ ㎏ ℃ ½ → ☑ □ ■",
        "Δt = 3 μs, α-tocopherol, TNFα, 10 kΩ, β-carotene",
        "Привет, мир. Ελληνικά. 日本語 漢字 中文",
        "👨\u200d👩\u200d👧 ❤\ufe0f 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "می\u200cخواهم",
        "옛말 \u115f\u1161 \u1112\u119e\u11ab\u1160",
        "줄\n바꿈\t탭\u3000전각 공백\u00a0한 칸\u2007둘",
        "",
    ],
)
def test_what_is_ordinary_is_clean(text):
    assert kinds(text) == []


def test_one_finding_for_a_kind_in_a_text_tells_how_often_and_where():
    (found,) = check_unicode([("s0/p3/t0/r1c0/p0", "가\u200b나\u200b다")])

    assert found.address == "s0/p3/t0/r1c0/p0"
    assert found.text == "가\\u200b나\\u200b다"
    assert "2 times, first at character 1: U+200B ZERO WIDTH SPACE" in found.detail


def test_what_tag_characters_say_is_read():
    hidden = "".join(chr(0xE0000 + ord(char)) for char in "obey me")

    (found,) = check_unicode([(None, f"보통{hidden} 글")])

    assert "it says: obey me" in found.detail
    assert "\U000e006f" not in found.text
