"""Operations that read a document, a file for each family."""
