"""Reading the source folder: the only rooms that open a source file."""
