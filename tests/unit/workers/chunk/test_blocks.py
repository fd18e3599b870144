"""How headings make sections."""

from workers.chunk.blocks import Block, Kind, sections_of


def heading(level, title):
    return Block(Kind.HEADING, "#" * level + " " + title, 1, level, title)


TEXT = Block(Kind.PARAGRAPH, "text", 1)


def paths(*blocks):
    return [(section.path, section.is_silent) for section in sections_of(blocks)]


def test_no_blocks_are_no_sections():
    assert sections_of([]) == []


def test_path_is_the_chain_of_headings_with_its_own():
    assert paths(
        TEXT, heading(1, "A"), TEXT, heading(3, "B"), TEXT, heading(2, "C"), TEXT, heading(1, "D")
    ) == [
        ((), False),
        (("A",), False),
        (("A", "B"), False),
        (("A", "C"), False),
        (("D",), False),
    ]


def test_heading_straight_above_a_deeper_one_is_silent():
    assert paths(heading(1, "A"), heading(2, "B"), heading(2, "C"), TEXT) == [
        (("A",), True),
        (("A", "B"), False),
        (("A", "C"), False),
    ]


def test_heading_too_long_for_a_path_is_not_silent():
    (path, is_silent), _ = paths(heading(1, "x" * 301), heading(2, "B"))

    assert (len(path[0]), is_silent) == (300, False)


def test_heading_without_a_title_is_in_no_path():
    assert paths(heading(1, "A"), heading(2, ""), TEXT)[1] == (("A",), False)
