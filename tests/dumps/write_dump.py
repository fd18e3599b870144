"""Write the dump of a small base as this kebab makes it; run it before a migration is added.

python tests/dumps/write_dump.py writes tests/dumps/schema-N.sql, N being the schema of now.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = "/kebab/base-of-a-dump"  # stands for the folder of the documents, wherever that was


def dump(catalog: Path, folder: Path) -> tuple[int, str]:
    """Give the schema's version and the SQL that makes this catalog again."""
    with closing(sqlite3.connect(catalog)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        lines = [*db.iterdump(), f"PRAGMA user_version = {version};"]
    return version, "\n".join(lines).replace(str(folder), ROOT) + "\n"


def main() -> None:
    """Ingest a few documents and write the dump."""
    sys.path.insert(0, str(HERE.parent))
    from support.dumped import DOCUMENTS, SETTINGS  # noqa: PLC0415 - the path comes first
    from support.product import Product  # noqa: PLC0415 - likewise

    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        product = Product(folder, DOCUMENTS, SETTINGS)
        for arguments in (("ingest",), ("ingest-stdin", "--title", "A letter")):
            ran = product.run(*arguments, stdin="The lighthouse was sold.\n")
            if ran.returncode:
                raise SystemExit(ran.stderr)
        version, sql = dump(folder / "base" / "catalog.sqlite", folder)
    (HERE / f"schema-{version}.sql").write_text(sql, "utf-8")


if __name__ == "__main__":
    main()
