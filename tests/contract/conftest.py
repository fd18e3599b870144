"""One filled base that all contract tests read, and a server over it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.product import Product, Server, corpus


@pytest.fixture(scope="session")
def product(tmp_path_factory: pytest.TempPathFactory) -> Product:
    """Ingest the corpus once; nothing changes it afterwards."""
    filled = Product(tmp_path_factory.mktemp("product"), corpus())
    ran = filled.run("ingest", "--quiet")
    assert ran.returncode == 0, ran.stderr
    return filled


@pytest.fixture(scope="session")
def server(product: Product) -> Iterator[Server]:
    """Serve the base with two workers, where the command line has one."""
    with product.serve("--workers", "2") as served:
        yield served
