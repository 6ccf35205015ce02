"""What a batch asks of each grid."""
