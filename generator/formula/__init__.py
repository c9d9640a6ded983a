"""Formulas: which commands are accepted, and how a formula is drawn, spoken and marked up."""
