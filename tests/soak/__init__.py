"""The long rest of the tests: `make soak` runs it with a seed of its own and reports into docs/soak.md."""
