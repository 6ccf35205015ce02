"""Searches of many boards at once."""
