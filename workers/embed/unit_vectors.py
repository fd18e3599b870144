"""Bring vectors to length 1, and refuse those that are no vectors at all. Pure."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kebab.errors import ProviderError


def to_unit_length(vectors: npt.NDArray[np.floating], model: str) -> npt.NDArray[np.float32]:
    """Scale every row to length 1; a row of zeros points along the first axis.

    A value that is not finite raises ProviderError: stored, it would poison every search.
    """
    if not np.isfinite(vectors).all():
        raise ProviderError(
            f"the embedding model {model!r} gave a vector with a value that is no number",
            hint="the model's files may be damaged: fetch them again, or choose another model",
        )
    wide = vectors.astype(np.float64)
    lengths = np.sqrt((wide * wide).sum(axis=1))
    empty = lengths < np.finfo(np.float32).tiny
    wide[empty, :1] = 1.0
    lengths[empty] = 1.0
    unit: npt.NDArray[np.float32] = (wide / lengths[:, None]).astype(np.float32)
    return unit
