"""Checking: from a pack to a checked program, names first, then types; every fault of every text in one go."""
