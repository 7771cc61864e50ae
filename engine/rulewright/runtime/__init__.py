"""What runs with a game: what emitted texts call beside the shelf of built-ins, and what the built-ins share."""
