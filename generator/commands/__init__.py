"""The commands, one module each: arguments into calls, results into text."""
