"""The tests; a file tests the module it is named after."""
