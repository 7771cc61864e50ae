"""One game in play: the flow's driver, decisions and who answers them, checkpoints, undo, copies, telling by names."""
