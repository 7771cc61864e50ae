"""Rulewright checks, plays and measures board games that are written as YAML."""

__version__ = "0.1.0"
