"""Settings: one model, read once at the edge, passed down as values."""
