"""Editions: what learners have, recorded so that what did not change stays as it is."""
