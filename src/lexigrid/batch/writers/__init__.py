"""Write columns of answers as files."""
