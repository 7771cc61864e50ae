"""The oracle: a second interpreter of checked programs, slow and obvious, that the compiled code is compared with.

It walks the checked tree as it stands. It shares the tree, the table and the plain built-ins with the engine, but not
its analysis and not its emission: after every change it tests all rules.
"""
