"""A rulebook: a pack checked and compiled for chosen options and a number of players, and its way in and out of files."""
