"""What people read who type `help`."""

COMMANDS = {
    "3": "take option 3; several at once where several are asked for: 1 4",
    "words": "take the option that is called so, or begins so",
    "Enter": "show the screen again",
    "? 3": "explain option 3: its text, what it does, where it stands in the pack",
    "? NAME": "explain a card, an action or any other definition",
    "board": "the whole table; board 2: its second page",
    "arrows": "where the arrows of the board lead",
    "log": "what happened, as far as you may know; log 2: the page before",
    "undo": "take back the last choice that was made here",
    "save": "save the game; save FILE: into this file",
    "quit": "save the game and end; Ctrl-C and Ctrl-D do the same",
}
"""What can be typed, and what it does."""

HELP = [f"  {typed:8} {does}" for typed, does in COMMANDS.items()]
