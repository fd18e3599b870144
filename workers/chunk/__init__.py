"""From a canonical document to chunks, one file a strategy."""
