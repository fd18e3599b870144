"""The tools for HWP and HWPX documents, by path and in sessions."""
