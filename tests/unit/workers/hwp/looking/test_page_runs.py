"""What stands where on a page, and how two pages differ."""

from workers.hwp.looking.page_runs import Run, compare_runs, runs_of


def letter(text, x, y, size=10):
    return f'<text x="{x}" y="{y}" font-size="{size}">{text}</text>'


def test_letters_side_by_side_are_one_run_and_a_wide_gap_begins_another():
    svg = "".join(
        (
            letter("가", 10, 50),
            letter("나", 20, 50),
            letter("&amp;", 35, 50),
            letter("열", 90, 50),
            letter("아래", 10, 70),
            letter(" ", 200, 70),
        )
    )

    assert runs_of(f"<svg>{svg}</svg>") == [
        Run("가나&", 7.5, 37.5),
        Run("열", 67.5, 37.5),
        Run("아래", 7.5, 52.5),
    ]


def test_equal_pages_do_not_differ():
    runs = [Run("가", 1, 1), Run("나", 1, 20)]

    assert compare_runs(runs, runs, 0, 0.0).differences == ()


def test_what_was_moved_farther_than_allowed_is_told_with_both_places():
    before, after = [Run("가", 1, 1), Run("나", 1, 20)], [Run("가", 1.5, 1), Run("나", 1, 26)]

    compared = compare_runs(before, after, 3, 1.0)

    assert compared.max_displacement == 6
    (found,) = compared.differences
    assert (found.op, found.page, found.before, found.after) == (
        "moved",
        3,
        "나 at 1.0, 20.0",
        "나 at 1.0, 26.0",
    )


def test_what_is_on_one_page_only_was_added_or_removed():
    before, after = [Run("가", 1, 1), Run("나", 1, 20)], [Run("가", 1, 1), Run("다", 1, 20)]

    (changed,) = compare_runs(before, after, 0, 1.0).differences
    (removed,) = compare_runs(before, before[:1], 0, 1.0).differences
    (added,) = compare_runs(before[:1], before, 0, 1.0).differences

    assert (changed.op, changed.before, changed.after) == ("changed", "나", "다")
    assert (removed.op, added.op) == ("removed", "added")
