"""A rulebook: a pack checked and compiled for chosen options and a number of players; how it is loaded and kept."""
