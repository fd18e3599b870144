"""Writes the fontconfig file under which rhwp finds Hangul fonts that it would pass over.

rhwp draws only with families of exact names. Debian's fonts-nanum calls its families `NanumGothic`
and `NanumMyeongjo`; the file adds the names that rhwp knows. It also lists the fonts that came as
a Python package. Its cache is its own: the system's was filled without the added names.
"""

from __future__ import annotations

import os
import tempfile
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from xml.sax.saxutils import escape

VARIABLE = "FONTCONFIG_FILE"
_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts")
_PACKAGES = ("pylopdf_fonts_ko",)  # Noto Sans KR and Noto Serif KR
_RENAMED = {"NanumGothic": "Nanum Gothic", "NanumMyeongjo": "Nanum Myeongjo"}


def user_has_chosen() -> bool:
    """Tell whether the user names a fontconfig file: then nothing is put in its place."""
    return bool(os.environ.get(VARIABLE))


def use(path: Path) -> None:
    """Have fontconfig read that file; it looks anew before every picture."""
    os.environ[VARIABLE] = str(path)


def forget() -> None:
    """Have fontconfig read the system's file again."""
    os.environ.pop(VARIABLE, None)


def can_help(folders: tuple[str, ...]) -> bool:
    """Tell whether there is a font that only needs to be listed, or another name."""
    if folders:
        return True
    roots = (Path(folder).expanduser() for folder in _FOLDERS)
    return any(next(root.rglob(f"{name}*"), None) for root in roots for name in _RENAMED)


def packaged_folders() -> tuple[str, ...]:
    """Return the folders of fonts that are installed as Python packages."""
    specs = (find_spec(name) for name in _PACKAGES)
    return tuple(
        folder for spec in specs if spec for folder in spec.submodule_search_locations or ()
    )


def font_file_text(folders: tuple[str, ...]) -> str:
    """Write the file: the folders, a cache for them, the added names."""
    listed = "".join(f"<dir>{escape(folder)}</dir>\n" for folder in (*_FOLDERS, *folders))
    cache = sha256(listed.encode()).hexdigest()[:8]
    renamed = "".join(
        f'<match target="scan"><test name="family"><string>{name}</string></test>'
        f'<edit name="family" mode="append" binding="strong"><string>{added}</string></edit>'
        "</match>\n"
        for name, added in _RENAMED.items()
    )
    return (
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n'
        f'{listed}<dir prefix="xdg">fonts</dir>\n'
        f'<cachedir prefix="xdg">kebab/fontconfig-{cache}</cachedir>\n{renamed}</fontconfig>\n'
    )


def write_font_file(text: str, folder: Path) -> Path:
    """Put the file into the folder under a name of its own; OSError where it cannot be."""
    path = folder / f"fonts-{sha256(text.encode()).hexdigest()[:8]}.conf"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=folder, delete=False, encoding="utf-8") as file:
            file.write(text)
        Path(file.name).replace(path)
    return path
