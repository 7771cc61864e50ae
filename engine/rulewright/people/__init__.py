"""People at a terminal: the table in a picture, what happened in words, questions with numbered answers."""
