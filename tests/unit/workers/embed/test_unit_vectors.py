"""Vectors of length 1, and what cannot be one."""

import numpy as np
import pytest

from kebab.errors import ProviderError
from workers.embed.unit_vectors import to_unit_length


def test_rows_get_length_one_and_zeros_the_first_axis():
    vectors = to_unit_length(np.array([[3.0, 4.0], [0.0, 0.0], [1e-30, 0.0]]), "m")

    assert vectors == pytest.approx(np.array([[0.6, 0.8], [1.0, 0.0], [1.0, 0.0]]))


def test_no_rows_stay_no_rows():
    assert to_unit_length(np.empty((0, 8)), "m").shape == (0, 8)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_a_value_that_is_no_number_is_an_error_that_names_the_model(value):
    with pytest.raises(ProviderError, match="'m'"):
        to_unit_length(np.array([[1.0, value]]), "m")
