"""Tell by a file's name which medium it is."""

from __future__ import annotations

from typing import Final

from kebab.wire.code_languages import CODE_LANG_BY_EXTENSION, CODE_LANG_BY_NAME, code_lang_of_name

_EXTENSIONS: Final = {
    "markdown": "md markdown mdx",
    "text": (
        "txt text rst org log tex ltx bib adoc asciidoc asc nfo srt vtt ics vcf vcard ged textile"
        " wiki mediawiki pod diff patch lst 1st me"
    ),
    "pdf": "pdf",
    "image": "png jpg jpeg webp gif tif tiff bmp heic heif",
    "hwp": "hwp hwpx",
    "docx": "docx docm",
    "pptx": "pptx pptm",
    "xlsx": "xlsx xlsm",
    "odf": "odt ods odp",
    "html": "html htm xhtml",
    "epub": "epub",
    "notebook": "ipynb",
    "csv": "csv tsv",
    "email": "eml",
    "mbox": "mbox",
}
MEDIUM_BY_EXTENSION: Final = {
    **dict.fromkeys(CODE_LANG_BY_EXTENSION, "code"),
    **{
        extension: media
        for media, extensions in _EXTENSIONS.items()
        for extension in extensions.split()
    },
}
# Names without an extension that tell what is in the file, as projects and mail programs use them.
_NAMES: Final = {
    "text": (
        "authors changelog changes code_of_conduct codeowners contributing contributors copying"
        " copyright history install licence license maintainers manifest news notes notice read_me"
        " readme thanks todo version"
    ),
    "mbox": "drafts inbox mbox sent",
}
_MEDIUM_BY_NAME: Final = {name: media for media, names in _NAMES.items() for name in names.split()}
# Formats of documents that no library reads well, and the one that each is to be saved as.
_SAVED_AS: Final = {
    "docx": "doc dot rtf wps pages",
    "xlsx": "xls xlt xlsb numbers",
    "pptx": "ppt pps pot",
    "odt": "fodt sxw",
    "ods": "fods sxc",
    "odp": "fodp sxi",
    "hwpx": "hml hwt",
    "eml": "msg",
    "epub": "mobi azw azw3",
    "pdf": "djvu ps xps",
}
SAVE_AS: Final = {
    extension: better
    for better, extensions in _SAVED_AS.items()
    for extension in extensions.split()
}
MEDIA: Final = tuple(sorted(set(MEDIUM_BY_EXTENSION.values())))
NO_EXTENSION: Final = "<no-ext>"


def extension_of(name: str) -> str:
    """Return the extension in lower case without its dot; a leading dot starts none."""
    stem, dot, extension = name.rpartition(".")
    if not dot or not stem.strip(".") or not extension:
        return NO_EXTENSION
    return extension.lower()


def medium_of(name: str) -> str | None:
    """Return the medium of a file name, None where kebab does not read such files."""
    lowered = name.lower()
    if lowered in CODE_LANG_BY_NAME:
        return "code"
    media = MEDIUM_BY_EXTENSION.get(extension_of(name)) or _MEDIUM_BY_NAME.get(lowered)
    if media is None and code_lang_of_name(name) is not None:  # Dockerfile.dev
        return "code"
    return media
