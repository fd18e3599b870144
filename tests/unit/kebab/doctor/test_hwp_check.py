"""What doctor makes of a worker's word on its HWP library."""

from kebab.doctor.hwp_check import hwp_checks

WELL = {
    "rhwp_version": "0.8.1",
    "freetype": "libfreetype.so.6",
    "error": None,
    "hint": None,
    "fonts": {"ok": True, "code": None, "reason": None},
    "lacking": "",
    "remedy": "Install a font.",
}


def test_a_library_that_loads_names_its_version_and_freetype():
    checks = hwp_checks(WELL)

    assert [(check.name, check.ok, check.hint) for check in checks] == [
        ("hwp", True, None),
        ("hwp_fonts", True, None),
    ]
    assert "0.8.1" in checks[0].detail
    assert "libfreetype.so.6" in checks[0].detail


def test_1_a_library_that_does_not_load_names_the_condition_and_the_remedy():
    error = "rhwp-python is installed and does not load: undefined symbol"
    checks = hwp_checks(
        {**WELL, "error": error, "hint": "install libfreetype6", "freetype": None, "fonts": None}
    )

    assert [(check.name, check.ok) for check in checks] == [("hwp", False)]
    assert error in checks[0].detail
    assert "no FreeType" in checks[0].detail
    assert checks[0].hint == "install libfreetype6"


def test_a_missing_font_is_told_and_fails_nothing():
    checks = hwp_checks({**WELL, "lacking": "No font for Hangul is found."})

    assert all(check.ok for check in checks)
    assert checks[1].detail == "degraded: No font for Hangul is found."
    assert checks[1].hint == "Install a font."
