"""From files on disk to chunks and vectors in the catalog."""
