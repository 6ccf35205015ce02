"""Helpers without a domain of their own: files, random numbers, validation."""
