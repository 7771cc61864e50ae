"""What a checked program does, found before any code is made: reads, writes, holders, constants. It knows no Python."""
