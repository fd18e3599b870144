"""The documents and settings of the bases that are kept as SQL dumps."""

from support.product import SETTINGS as PLAIN
from support.product import corpus

SETTINGS = PLAIN.replace('provider = "hashed"', 'provider = "hashed"\ndimensions = 64')
_KEPT = ("backup", "백업", "harbour", "항구", "library", "도서관")
DOCUMENTS = {name: text for name, text in corpus().items() if any(word in name for word in _KEPT)}
# What is asked, and what one of the first hits holds.
QUESTIONS = {
    "how is the backup kept": "How a backup is kept",
    "항구 관리 방법": "항구의 관리 방법",
    "lighthouse": "The lighthouse was sold",
}
