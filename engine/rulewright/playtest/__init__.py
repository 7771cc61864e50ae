"""Playthroughs, replaying them, series of games and their report."""
