"""The book's figures and the scripts that draw them; README.md is their visual language."""
