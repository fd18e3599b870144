"""What is read of a web page."""

import pytest

from workers.chunk.blocks import Kind
from workers.extract.limits import Limits
from workers.extract.web_page import parse_html_page


def read(html):
    return parse_html_page(html.encode() if isinstance(html, str) else html, "a.html", Limits())


def found(html):
    return [(block.kind, block.text) for block in read(html).blocks]


def test_blocks_come_in_reading_order_with_levels_and_numbers():
    canonical = read(
        "<html lang='en-GB'><head><title>Brewing | Site</title>"
        "<meta name=description content='How to brew'><meta property='article:published_time' "
        "content='2026-01-02'></head><body><h1>Brewing</h1><p>Boil <b>wa</b>ter.<br>Wait.</p>"
        "<h2>Tools</h2><ul><li>kettle<ul><li>steel</ul><li>cup</ul><pre>a = 1\n  b</pre>"
        "<blockquote>Tea is life.</blockquote></body>"
    )

    assert [(block.kind, block.level, block.text) for block in canonical.blocks] == [
        (Kind.HEADING, 1, "Brewing"),
        (Kind.PARAGRAPH, 0, "Boil water.\nWait."),
        (Kind.HEADING, 2, "Tools"),
        (Kind.LIST, 0, "- kettle\n  - steel\n- cup"),
        (Kind.CODE, 0, "a = 1\n  b"),
        (Kind.QUOTE, 0, "Tea is life."),
    ]
    assert [block.place.paragraph for block in canonical.blocks] == [1, 2, 3, 4, 5, 6]
    assert (canonical.title, canonical.lang) == ("Brewing | Site", "en")
    assert canonical.metadata == {"description": "How to brew", "created_at": "2026-01-02"}


def test_scripts_menus_forms_and_hidden_parts_are_no_text():
    assert found(
        "<body><nav>Home | About</nav><script>var a</script><style>p{}</style><p>shown</p>"
        "<p hidden>no</p><p style='display: none'>no</p><template>no</template>"
        "<select><option>no</select><footer>Imprint</footer>"
    ) == [(Kind.PARAGRAPH, "shown")]


def test_main_part_is_preferred_to_what_stands_around_it():
    page = "<body><div>menu</div><main><p>{}</p></main><div>advertisement</div>"

    assert found(page.format("The content of this page.")) == [
        (Kind.PARAGRAPH, "The content of this page.")
    ]
    assert len(found(page.format(""))) == 2


def test_page_that_is_only_a_menu_is_read_all_the_same():
    assert found("<body><nav><a href=a>One</a></nav>") == [(Kind.PARAGRAPH, "One")]


def test_table_of_data_is_a_table_and_one_for_layout_is_not():
    data = (
        "<table><caption>Prices</caption><tr><th>a<th>b<tr><td rowspan=2>1<td>x|y<tr><td>z</table>"
    )
    layout = "<table><tr><td><h2>Left</h2><td><p>right</p></table>"

    assert found(data) == [
        (Kind.PARAGRAPH, "Prices"),
        (Kind.TABLE, "| a | b |\n| --- | --- |\n| 1 | x\\|y |\n|  | z |"),
    ]
    assert found(layout) == [(Kind.HEADING, "Left"), (Kind.PARAGRAPH, "right")]


def test_ordered_and_definition_lists_keep_their_marks():
    assert found("<ol><li>one<li>two<p>more</p></ol><dl><dt>term<dd>what it is</dl>") == [
        (Kind.LIST, "1. one\n2. two\n   more"),
        (Kind.LIST, "- term\n  what it is"),
    ]


def test_headings_inside_a_list_are_headings():
    assert found("<ul><li><h3>Card</h3><p>text</p></ul>") == [
        (Kind.HEADING, "Card"),
        (Kind.LIST, "- text"),
    ]


def test_images_are_counted_and_described():
    canonical = read("<p>see <img src=a.png alt='a map'> and <img src=b.png></p>")

    assert canonical.blocks[0].text == "see [image: a map] and"
    assert canonical.warnings == ("2 images were left out",)


@pytest.mark.parametrize(
    ("declared", "encoding", "expected"),
    [
        ("euc-kr", "cp949", "cp949"),
        ("ks_c_5601-1987", "cp949", "cp949"),
        ("Shift_JIS", "cp932", "cp932"),
        ("iso-8859-1", "cp1252", "cp1252"),
        ("nonsense-7", "utf-8", "utf-8"),
        ("iso-8859-1", "utf-8", "utf-8"),
    ],
)
def test_page_is_decoded_as_it_states_unless_it_is_utf8(declared, encoding, expected):
    word = {"cp949": "한국어 문서", "cp932": "日本語の文書", "cp1252": "Müller – „ja“"}
    text = word.get(encoding, "한국어 Müller")
    page = f"<meta charset='{declared}'><p>{text}</p>"

    canonical = read(page.encode(encoding))

    assert (canonical.encoding, canonical.blocks[0].text) == (expected, text)


def test_page_nested_beyond_reason_is_read():
    canonical = read("<div><b>" * 1000 + "deep" + "</b></div>" * 1000 + "<p>after</p>")

    assert [block.text for block in canonical.blocks] == ["deep", "after"]


def test_page_nested_beyond_every_limit_gives_its_text_and_a_warning():
    canonical = read("<p>before</p>" + "<div>" * 50_000 + "deep\n\n1 &lt; 2<p>after</p>")

    assert " ".join(" ".join(canonical.lines).split()) == "before deep 1 < 2 after"
    assert "nested too deeply" in canonical.warnings[0]


@pytest.mark.parametrize(
    "page", [b"", b"  ", b"<", b"<!-- open", b"<table><tr><td colspan=99999999>x"]
)
def test_odd_pages_do_no_harm(page):
    assert len(read(page).blocks) <= 1


def test_entities_and_external_parts_are_not_followed():
    page = (
        '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY f SYSTEM "file:///etc/hostname">]>'
        "<html><body><p>a&f;&nbsp;b &amp; c</p><iframe src='http://127.0.0.1:9/'></iframe>"
    )

    texts = [text for _, text in found(page)]
    assert texts[-1].endswith("a&f; b & c")


def test_page_that_is_xml_may_end_its_script_where_it_begins():
    page = (
        '<?xml version="1.0" encoding="EUC-KR"?><html xmlns="http://www.w3.org/1999/xhtml" '
        'xml:lang="ko"><head><title>제목</title><script src="a"/></head><body><nav><p>no</p></nav>'
        "<p>본문&nbsp;하나</p></body></html>"
    )

    canonical = read(page.encode("cp949"))

    assert [block.text for block in canonical.blocks] == ["본문 하나"]
    assert (canonical.title, canonical.lang) == ("제목", "ko")
