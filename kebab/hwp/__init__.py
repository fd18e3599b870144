"""HWP documents in front: handles and their edits, what may be read and written, the files."""
