"""The sample documents, where they are at hand."""

from pathlib import Path

import pytest

DATA = Path(__file__).resolve().parents[5] / "shared/data/samples"


@pytest.fixture
def sample():
    """Give a function that reads a sample by the beginning of its name."""

    def read(name, folder="hwp"):
        found = sorted((DATA / folder).glob(f"{name}*"))
        if not found:
            pytest.skip("the sample documents are not here")
        return found[0].read_bytes()

    return read
