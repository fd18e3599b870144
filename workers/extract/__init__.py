"""From a file to a canonical document, one file a medium."""
