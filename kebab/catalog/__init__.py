"""The catalog: the only truth about documents, chunks and vectors."""
