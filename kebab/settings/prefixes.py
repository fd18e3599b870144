"""Which words an embedding model wants in front of a question and of a text. Pure."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

_REPRESENT = "Represent this sentence for searching relevant passages: "

# The first pattern found in the name counts. Models tuned on instructions take none: what they
# want differs by task.
_FAMILIES: tuple[tuple[str, tuple[str, str]], ...] = (
    (r"instruct", ("", "")),
    (r"(^|-)e5-", ("query: ", "passage: ")),
    (r"arctic-embed.*-v2", ("query: ", "")),
    (r"arctic-embed", (_REPRESENT, "")),
    (r"^(fast-)?bge-.*-en\b", (_REPRESENT, "")),
    (r"mxbai-embed-large", (_REPRESENT, "")),
    (r"nomic-embed-text", ("search_query: ", "search_document: ")),
)


def prefixes_for(model_name: str) -> tuple[str, str]:
    """Give the prefixes of a query and of a passage for the model's family.

    The embedded model, `""`, is an e5; of a folder, its last part is looked at.
    """
    if not model_name:
        return "query: ", "passage: "
    name = PurePosixPath(model_name.replace("\\", "/").lower()).name
    for pattern, prefixes in _FAMILIES:
        if re.search(pattern, name):
            return prefixes
    return "", ""
