"""How fast a build is: `make bench` prints ratios within one run against a frozen baseline."""
