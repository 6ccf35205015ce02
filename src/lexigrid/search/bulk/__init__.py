"""Many boards in one call: scores and words as flat arrays."""
