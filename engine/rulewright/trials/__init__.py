"""A pack's own tests, carried out and told, and what of the rulebook they cover."""
