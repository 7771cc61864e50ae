"""From a checked and analysed program to Python code: an ast.Module for each file, with the lines of the pack."""
