"""Languages and their word packs: found where they are installed, compiled on first use."""
