"""The warm pool of worker processes."""
