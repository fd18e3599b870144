"""How results look to people: pure functions from wire objects to text."""
