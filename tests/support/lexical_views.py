"""Make chunks and ask views of them, for the tests of the lexical view."""

from kebab.catalog.records import IndexedChunk
from kebab.wire.worker import Filters
from workers.shard.plan import Statistics
from workers.shard.question import parse_question


def chunk(row, text, **fields):
    plain = {
        "document_id": f"{row:032x}", "heading_path": (), "title": "", "path": f"{row}.md",
        "media": "markdown", "lang": "en", "tags": (), "trust_level": "primary",
        "source_id": "default", "source_type": "note", "updated_at_ms": row * 1000,
    }  # fmt: skip
    return IndexedChunk(row=row, text=text, **{**plain, **fields})


def ask(views, query, filters=Filters(), depth=100):  # noqa: B008 - frozen
    question = parse_question(query)
    terms = {}
    for view in views:
        for key, count in view.statistics(question).items():
            terms[key] = terms.get(key, 0) + count
    statistics = Statistics(sum(view.documents() for view in views), terms)
    hits = [hit for view in views for hit in view.search(question, statistics, filters, depth)]
    return sorted(hits, key=lambda hit: (-hit.score, hit.row))[:depth]


def rows(view, query, filters=Filters()):  # noqa: B008 - frozen
    return [hit.row for hit in ask([view], query, filters)]
