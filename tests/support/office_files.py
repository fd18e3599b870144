"""Write Office files for tests: each function returns the bytes of one that is sound."""

import io
import zipfile
from datetime import date, datetime
from email.message import EmailMessage

import docx
import odfdo
import openpyxl
import pptx
from msoffcrypto.format.ooxml import OOXMLFile
from openpyxl.comments import Comment
from PIL import Image
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from pptx.util import Inches


def png():
    """Return an image of one pixel."""
    file = io.BytesIO()
    Image.new("RGB", (1, 1)).save(file, "PNG")
    return file.getvalue()


def saved(thing):
    """Return the bytes that an object of python-docx and the like writes."""
    file = io.BytesIO()
    thing.save(file)
    return file.getvalue()


def zipped(parts, **kinds):
    """Return a zip of the parts by name."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", kinds.get("method", zipfile.ZIP_DEFLATED)) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def rezipped(data, changes):
    """Return a zip with some parts changed: each change takes the old content, or None."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    for name, change in changes.items():
        parts[name] = change(parts.get(name, b""))
    return zipped(parts)


def word_document():
    """Write a report with two levels of headings, lists, a table, a comment and an image."""
    document = docx.Document()
    document.core_properties.title = "Harvest report"
    document.core_properties.author = "Kim Minji"
    document.add_heading("Harvest 2026", 1)
    document.add_paragraph("The harvest began on the second of September.")
    document.add_heading("By orchard", 2)
    document.add_paragraph("north", style="List Bullet")
    document.add_paragraph("south", style="List Bullet")
    table = document.add_table(rows=0, cols=2)
    for left, right in (("orchard", "tonnes"), ("north", "12"), ("south | east", "7")):
        cells = table.add_row().cells
        cells[0].text, cells[1].text = left, right
    remarked = document.add_paragraph("The south was dry.")
    document.add_comment(remarked.runs, text="Ask for rain data.", author="Lee")
    document.add_picture(io.BytesIO(png()))
    return saved(document)


def presentation():
    """Write three slides: bullets with notes, a table and a chart, a hidden one without a title."""
    slides = pptx.Presentation()
    first = slides.slides.add_slide(slides.slide_layouts[1])
    first.shapes.title.text = "Road map"
    frame = first.placeholders[1].text_frame
    frame.text = "Search in Korean"
    deeper = frame.add_paragraph()
    deeper.text, deeper.level = "bigrams first", 1
    first.notes_slide.notes_text_frame.text = "Mention the measurements."
    second = slides.slides.add_slide(slides.slide_layouts[5])
    second.shapes.title.text = "Figures"
    table = second.shapes.add_table(2, 2, Inches(1), Inches(1), Inches(4), Inches(1)).table
    for row, texts in enumerate((("quarter", "users"), ("Q1", "120"))):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    chart = CategoryChartData()
    chart.categories = ["East", "West"]
    chart.add_series("Sales", (19.2, 21.4))
    place = (Inches(1), Inches(3), Inches(4), Inches(3))
    second.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, chart)
    third = slides.slides.add_slide(slides.slide_layouts[6])
    box = third.shapes.add_textbox(Inches(1), Inches(1), Inches(3), Inches(1))
    box.text_frame.text = "Not for the audience"
    third._element.set("show", "0")
    return saved(slides)


def workbook():
    """Write two sheets, one hidden: formats, dates, a formula, a comment, two tables."""
    book = openpyxl.Workbook()
    prices = book.active
    prices.title = "Prices"
    prices.append(["Price list of the spring"])
    prices.append(["fruit", "price", "share", "since"])
    prices.append(["apple", 1234.5, 0.125, date(2026, 3, 1)])
    prices.append(["pear", -3, 0.5, datetime.fromisoformat("2026-03-02T14:30")])
    prices["B3"].number_format = "#,##0.00"
    prices["C3"].number_format = "0.0%"
    prices["C4"].number_format = "0%"
    prices["D3"].number_format = 'yyyy"년" m"월" d"일"'
    prices["D4"].number_format = "yyyy-mm-dd hh:mm"
    prices["B4"].comment = Comment("Check this one.", "Kim")
    prices["B6"] = "=SUM(B3:B4)"
    prices["A9"], prices["B9"] = "city", "shops"
    prices["A10"], prices["B10"] = "Seoul", 4
    secret = book.create_sheet("Margins & more")
    secret.sheet_state = "hidden"
    secret.append(["fruit", "margin"])
    secret.append(["apple", "high"])
    return saved(book)


def text_document():
    """Write an ODT with headings, a list, a table and a note."""
    document = odfdo.Document("text")
    body = document.body
    body.clear()
    document.meta.title = "Minutes"
    body.append(odfdo.Header(1, "Decisions"))
    noted = odfdo.Paragraph("We move in spring.")
    noted.insert_note(after="spring", note_id="n1", citation="1", body="Unless it rains.")
    body.append(noted)
    items = odfdo.List(["boxes", "van"])
    body.append(items)
    table = odfdo.Table("Costs")
    for values in (["what", "cost"], ["van", "90"]):
        row = odfdo.Row()
        row.set_values(values)
        table.append_row(row)
    body.append(table)
    return saved(document)


def sheet_document():
    """Write an ODS with one sheet of two rows."""
    document = odfdo.Document("spreadsheet")
    document.meta.title = ""
    document.body.clear()
    table = odfdo.Table("Stock")
    for values in (["item", "count"], ["nails", 250]):
        row = odfdo.Row()
        row.set_values(values)
        table.append_row(row)
    document.body.append(table)
    return saved(document)


def slide_document():
    """Write an ODP with one slide."""
    document = odfdo.Document("presentation")
    document.meta.title = "Assembly"
    document.body.clear()
    page = odfdo.DrawPage("p1", name="Page 1")
    frame = odfdo.Frame.text_frame(["Welcome"], size=("5cm", "2cm"), position=("1cm", "1cm"))
    frame.set_attribute("presentation:class", "title")
    page.append(frame)
    page.append(
        odfdo.Frame.text_frame(["Coffee is outside."], size=("5cm", "2cm"), position=("1cm", "4cm"))
    )
    document.body.append(page)
    return saved(document)


def book(**changes):
    """Write an EPUB of two chapters; the second has no heading of its own."""
    package = """<package xmlns="http://www.idpf.org/2007/opf" version="3.0">
      <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Lighthouse</dc:title>
      <dc:language>en-GB</dc:language><dc:creator>A. Keeper</dc:creator></metadata>
      <manifest><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
      <item id="a" href="text/one.xhtml" media-type="application/xhtml+xml"/>
      <item id="b" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/></manifest>
      <spine><itemref idref="n"/><itemref idref="a"/><itemref idref="b"/></spine></package>"""
    page = (
        '<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head>'
        "<title/><script/></head><body>{}</body></html>"
    )
    parts = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:'
        'container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>',
        "OPS/book.opf": package,
        "OPS/nav.xhtml": page.format(
            '<nav><ol><li><a href="text/one.xhtml">Storm</a></li>'
            '<li><a href="text/two%20b.xhtml#x">Calm</a></li></ol></nav>'
        ),
        "OPS/text/one.xhtml": page.format("<h1>Storm</h1><p>The wind&nbsp;rose.</p>"),
        "OPS/text/two b.xhtml": page.format("<p>The sea lay still.</p>"),
    }
    return zipped({**parts, **changes.get("parts", {})})


def mail(subject="Wahl der Räume", text="Guten Tag,\n\nwir nehmen Saal 3.\n"):
    """Write a message with an HTML alternative and two attachments."""
    message = EmailMessage()
    message["From"] = "Jürgen Groß <j@example.org>"
    message["To"] = "all@example.org"
    message["Date"] = "Tue, 03 Mar 2026 10:15:00 +0100"
    message["Message-ID"] = "<1@example.org>"
    message["Subject"] = subject
    message.set_content(text)
    message.add_alternative(f"<p>{text}</p>", subtype="html")
    message.add_attachment(png(), maintype="image", subtype="png", filename="plan.png")
    message.add_attachment(b"x", maintype="application", subtype="pdf", filename="한글.pdf")
    return message.as_bytes()


def mailbox(*messages):
    """Write an mbox of messages."""
    start = b"From a@example.org Tue Mar  3 10:15:00 2026\n"
    return b"\n".join(start + message.replace(b"\nFrom ", b"\n>From ") for message in messages)


def locked_office(data, password):
    """Protect a .docx, .pptx or .xlsx by a password, as Office does."""
    file = io.BytesIO()
    OOXMLFile(io.BytesIO(data)).encrypt(password, file)
    return file.getvalue()
