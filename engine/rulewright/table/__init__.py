"""A game's state at run time: columns, places, luck, the signals that end a text. It knows no language and no game."""
