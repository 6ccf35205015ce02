"""Helpers that belong to no domain: files, validation, random numbers, caches, sequences."""
