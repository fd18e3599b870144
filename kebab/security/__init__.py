"""What keeps the tools to the files that they may touch, and what kebab writes to its user."""
