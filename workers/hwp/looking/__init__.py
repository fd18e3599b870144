"""Looks at HWP documents: draws their pages, inspects them for deceit, compares two of them."""
