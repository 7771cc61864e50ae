"""The effect language: from texts to a checked tree, its analysis, and Python code. Knows no game and no state."""
