"""How a host starts this kebab, and with which variables."""

from __future__ import annotations

from pathlib import Path

from kebab.hosts.program import Served, own_program, variables_for
from kebab.settings.environment import read_environment


def chosen(env, system="linux"):
    settings = read_environment(env).values
    return variables_for(env, settings, system=system, folder=Path("/here"))


def test_places_and_settings_are_handed_on_and_other_variables_are_not():
    env = {
        "XDG_DATA_HOME": "/d",
        "XDG_STATE_HOME": "rel",
        "PATH": "/bin",
        "KEBAB_SEARCH_DEFAULT_K": "3",
    }

    assert chosen(env).given == {"XDG_DATA_HOME": "/d", "KEBAB_SEARCH_DEFAULT_K": "3"}


def test_paths_hold_in_every_folder():
    env = {"KEBAB_STORAGE_DATA_DIR": "data", "KEBAB_SECURITY_ROOTS": "/a,b"}

    assert chosen(env).given == {
        "KEBAB_STORAGE_DATA_DIR": "/here/data",
        "KEBAB_SECURITY_ROOTS": "/a,/here/b",
    }


def test_variables_that_steer_one_run_and_secrets_stay_out():
    env = {
        "KEBAB_CONFIG": "/k.toml",
        "KEBAB_PASSWORDS": "secret",
        "KEBAB_LLM_BASE_URL": "http://me:secret@localhost:1",
        "OPENAI_API_KEY": "secret",
    }
    found = chosen({k: v for k, v in env.items() if k != "KEBAB_LLM_BASE_URL"})

    assert found.given == {}
    assert "secret" not in repr(chosen(env))


def test_windows_needs_more_than_others():
    env = {"SYSTEMROOT": "/windows", "APPDATA": "/roaming"}

    assert chosen(env).given == {}
    assert chosen(env, "win32").given == env


def test_program_is_absolute():
    assert Path(own_program()[0]).is_absolute()


def test_what_is_said_becomes_words():
    served = Served(Path("/k.toml"), "forms", 2, readonly=True, watch=True)

    assert " ".join(served.arguments()) == (
        "mcp --config /k.toml --profile forms --workers 2 --readonly --watch"
    )
    assert Served().arguments() == ("mcp",)
