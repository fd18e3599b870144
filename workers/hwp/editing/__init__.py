"""Edits HWP and HWPX documents, and says before it writes what it would change."""
