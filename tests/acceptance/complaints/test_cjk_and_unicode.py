"""Scripts, spellings and encodings that others lost text over.

Numbers are those of the collected complaints about other products.
"""

from __future__ import annotations

import unicodedata

import pytest

TEXTS = {
    "zh-stock.md": "投资者应当设置止损价格，避免亏损扩大。",
    "zh-health.md": "健康管理系统需要定期检查。",
    "ja.md": "データベースのバックアップは毎晩実行されます。東京都庁で会議。",
    "ko-health.md": "건강보험료는 소득에 따라 산정된다.",
    "ko-city.md": "서울특별시청 앞 광장에서 행사가 열렸다.",
    "ko-design.md": "우리는 새로운 구조를 설계하고 검토했다.",
    "ko-design-exact.md": "팀은 구조를 설계했다.",
    "ko-db.md": "데이터베이스에서 오류가 발생하면 기록한다.",
    "ko-oov.md": "뷁뷁이론과 갓생살기챌린지는 사전에 없다.",
    "ko-mixed.md": "Kubernetes클러스터를 v1.29로 업그레이드했다. API서버 장애.",
    "ko-old.md": "ᄒᆞᆫ글 고문서에는 나랏말ᄊᆞ미 나온다.",
    "ru.md": "Резервная копия создаётся каждую ночь.",
    "he.md": "הגיבוי נוצר בכל לילה בשעה שתיים.",
    "ar.md": "يتم إنشاء النسخة الاحتياطية كل ليلة.",
    "th.md": "ระบบสำรองข้อมูลทำงานทุกคืน",
    "el.md": "Το αντίγραφο ασφαλείας δημιουργείται κάθε βράδυ.",
    "hi.md": "बैकअप हर रात बनाया जाता है।",
    "fr.md": "Le café crème coûte de l'argent à Orléans.",
    "de.md": "Die Straße führt über die Brücke.",
    "tr.md": "İstanbul'da kış soğuk geçer.",
    "emoji.md": "Ship it 🚀 when the build is green.",
    "wide.md": "型番はＡＢＣ－１２３です。",
}
BODY_NFD = unicodedata.normalize("NFD", "한글자모 분리된 본문과 café déjà vu")
NAME_NFD = unicodedata.normalize("NFD", "회의록 결과.md")
KOREAN = "# 제목\n\n완성형 인코딩으로 저장된 회의록이다. 예산은 삼백만 원이며 다음 주에 확정한다.\n"
LINES = "\n".join(f"line {number}" for number in range(1, 30))


@pytest.fixture(scope="module")
def shelf(open_shelf):
    files: dict[str, str | bytes] = {name: f"{text}\n" for name, text in TEXTS.items()}
    files["nfd-body.md"] = BODY_NFD
    files[NAME_NFD] = "이름만 분해된 문서.\n"
    files["cp949.md"] = KOREAN.replace("완성형", "씨피구사구").encode("cp949")
    files["utf16le.md"] = b"\xff\xfe" + KOREAN.replace("완성형", "육십육엘이").encode("utf-16-le")
    files["utf16be.txt"] = b"\xfe\xff" + KOREAN.replace("완성형", "육십육비이").encode("utf-16-be")
    files["bom.md"] = "\ufeff---\ntitle: Marked\n---\n\n# Bom\n\nbomword here.\n"
    files["crlf.md"] = f"{LINES}\ncrlfword here\n".replace("\n", "\r\n")
    files["cr.md"] = f"{LINES}\ncrword here\n".replace("\n", "\r")
    files["mixed.txt"] = "one\r\ntwo\rthree\nmixword four\u2028same line\x0cstill\x85too\nfive\n"
    files["nul.txt"] = "before\x00after nulword\n"
    files["long-zh.md"] = "".join(chr(0x4E00 + number) for number in range(1500)) + "終末語。\n"
    files["long-ko.md"] = "가나다라마바사아자차카타파하" * 400 + "끝단어표지\n"
    files["wrapped.txt"] = "사업 계획\n보고서를 제출한다.\n\n부록\n\n문제 해결 과정.\n"
    base = open_shelf(files)
    base.report = base.ingest()
    return base


def test_no_script_or_encoding_is_an_error(shelf):
    assert shelf.report.errors == 0


# 15, 16
@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("止损", "zh-stock.md"),
        ("止损价", "zh-stock.md"),
        ("损价格", "zh-stock.md"),
        ("健康", "zh-health.md"),
        ("康管理", "zh-health.md"),
        ("東京", "ja.md"),
        ("京都庁", "ja.md"),
        ("バックアップ", "ja.md"),
        ("アップ", "ja.md"),
        ("건강", "ko-health.md"),
        ("보험", "ko-health.md"),
        ("험료", "ko-health.md"),
        ("สำรอง", "th.md"),
    ],
)
@pytest.mark.parametrize("quote", ["", '"'])
def test_short_word_and_middle_of_a_word_are_found(shelf, query, path, quote):
    assert shelf.found(f"{quote}{query}{quote}")[0] == path


# 15
@pytest.mark.parametrize(("query", "path"), [("损", "zh-stock.md"), ("험", "ko-health.md")])
def test_single_character_is_found(shelf, query, path):
    assert path in shelf.found(query)


# 18
@pytest.mark.parametrize("query", ["뷁뷁이론", "갓생살기챌린지", "갓생"])
def test_word_that_no_dictionary_has_is_found(shelf, query):
    assert shelf.found(query)[0] == "ko-oov.md"


# 20
@pytest.mark.parametrize("query", ["설계했다", "설계하고", "설계", "설계를", "설계하는"])
def test_every_form_of_a_korean_word_finds_the_others(shelf, query):
    assert {"ko-design.md", "ko-design-exact.md"} <= set(shelf.found(query))


# 20
def test_form_that_stands_in_the_text_goes_before_another(shelf):
    hits = shelf.search("설계했다").hits

    assert hits[0].doc_path == "ko-design-exact.md"
    assert hits[0].score > hits[1].score


# 20
@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("데이터베이스", "ko-db.md"),
        ("데이터베이스를", "ko-db.md"),
        ("데이터베이스에서", "ko-db.md"),
        ("서울시청", "ko-city.md"),
        ("Kubernetes", "ko-mixed.md"),
        ("클러스터", "ko-mixed.md"),
        ("API", "ko-mixed.md"),
        ("v1.29", "ko-mixed.md"),
    ],
)
def test_particles_and_neighbours_of_another_script_do_not_hide_a_word(shelf, query, path):
    assert shelf.found(query)[0] == path


# 6
@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("когда создаётся резервная копия проекта", "ru.md"),
        ("מתי נוצר הגיבוי של הפרויקט", "he.md"),
        ("متى يتم إنشاء النسخة الاحتياطية للمشروع", "ar.md"),
        ("ระบบสำรองข้อมูลของบริษัท", "th.md"),
        ("πότε δημιουργείται το αντίγραφο", "el.md"),
        ("परियोजना का बैकअप रात", "hi.md"),
        ("投资组合止损策略", "zh-stock.md"),
        ("バックアップの方針", "ja.md"),
        ("건강보험료 납부유예", "ko-health.md"),
    ],
)
def test_question_is_relaxed_in_every_script(shelf, question, path):
    response = shelf.search(question)

    assert response.hits[0].doc_path == path
    assert 0 < response.best_coverage < 1
    assert response.relaxed


# 6, 7
@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("РЕЗЕРВНАЯ", "ru.md"),
        ("cafe creme", "fr.md"),
        ("ORLÉANS", "fr.md"),
        ("strasse", "de.md"),
        ("brucke", "de.md"),
        ("argent", "fr.md"),
        ("istanbul", "tr.md"),
        ("🚀", "emoji.md"),
        ("ABC-123", "wide.md"),
        ("ＡＢＣ", "wide.md"),
    ],
)
def test_case_accents_and_width_make_no_difference(shelf, query, path):
    assert shelf.found(query)[0] == path


# 21
@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC"])
@pytest.mark.parametrize("query", ["한글자모 분리된", "café déjà", '"본문과 café"'])
def test_composed_and_decomposed_texts_find_each_other(shelf, query, form):
    assert shelf.found(unicodedata.normalize(form, query))[0] == "nfd-body.md"


# 21
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_decomposed_file_name_is_found_listed_and_opened_in_either_spelling(shelf, form):
    name = unicodedata.normalize(form, "회의록 결과.md")
    hit = shelf.search("분해된 문서", path_glob=unicodedata.normalize(form, "회의록*")).hits[0]

    assert hit.doc_path == unicodedata.normalize("NFC", name)
    fetched = shelf.fetch(kind="doc", doc_id=name)
    assert fetched.text == "이름만 분해된 문서."
    assert not fetched.gone
    assert (shelf.notes / NAME_NFD).exists()


# 23
@pytest.mark.parametrize(
    ("query", "path"), [("終末語", "long-zh.md"), ("끝단어표지", "long-ko.md")]
)
def test_paragraph_without_spaces_is_cut_and_nothing_of_it_is_dropped(shelf, query, path):
    text = (shelf.notes / path).read_text("utf-8")
    document = shelf.run(shelf.base.inspect_doc(path))
    chunks = [shelf.run(shelf.base.inspect_chunk(c.chunk_id)).text for c in document.chunks]

    assert shelf.found(query)[0] == path
    assert len(chunks) > 1
    assert all(c.token_estimate >= 16 for c in document.chunks)
    assert all(text[at : at + 20] in "".join(chunks) for at in range(0, len(text) - 21, 20))


# 24
def test_lines_of_one_paragraph_read_on_and_paragraphs_do_not(shelf):
    assert shelf.found('"계획 보고서"') == ["wrapped.txt"]
    assert "부록\n\n문제" in shelf.fetch(kind="doc", doc_id="wrapped.txt").text


# 25
@pytest.mark.parametrize(
    ("path", "word", "encoding"),
    [
        ("cp949.md", "씨피구사구", "cp949"),
        ("utf16le.md", "육십육엘이", "utf-16-le"),
        ("utf16be.txt", "육십육비이", "utf-16-be"),
    ],
)
def test_other_encodings_are_read_and_told(shelf, path, word, encoding):
    document = shelf.run(shelf.base.inspect_doc(path))

    assert shelf.found(word)[0] == path
    assert document.encoding == encoding
    assert any(encoding in warning for warning in document.warnings)
    assert any(encoding in warning for warning in shelf.item(shelf.report, path).warnings)
    assert "예산은 삼백만 원이며" in shelf.fetch(kind="doc", doc_id=path).text


# 26
@pytest.mark.parametrize(
    ("word", "path", "lines", "last"),
    [
        ("bomword", "bom.md", (5, 7), "bomword here."),
        ("crlfword", "crlf.md", (1, 30), "crlfword here"),
        ("crword", "cr.md", (1, 30), "crword here"),
        ("mixword", "mixed.txt", (1, 5), "five"),
        ("nulword", "nul.txt", (1, 1), "before\ufffdafter nulword"),
    ],
)
def test_line_numbers_are_those_of_an_editor(shelf, word, path, lines, last):
    hit = shelf.search(word).hits[0]

    assert hit.doc_path == path
    assert (hit.citation.start, hit.citation.end) == lines
    span = shelf.fetch(kind="span", doc_id=path, line_start=lines[1], line_end=lines[1])
    assert span.text.rstrip("\n").replace("\0", "\ufffd") == last


# 26
def test_byte_order_mark_hides_no_front_matter_and_nul_is_told(shelf):
    assert shelf.search("bomword").hits[0].title == "Marked"
    assert any("NUL" in warning for warning in shelf.item(shelf.report, "nul.txt").warnings)


# 28
@pytest.mark.parametrize("query", ["ᄒᆞᆫ글", "나랏말ᄊᆞ미", "나랏말"])
def test_old_hangul_is_kept_and_found(shelf, query):
    assert shelf.found(query)[0] == "ko-old.md"
    assert "ᄒᆞᆫ글" in shelf.fetch(kind="doc", doc_id="ko-old.md").text
