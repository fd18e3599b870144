"""Everything behind the pipe: what owns native code."""
