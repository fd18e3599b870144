"""How hosts are told of kebab: their files, what stands in them, and how it is put there."""
