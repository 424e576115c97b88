"""Speed, measured from outside. `make bench` prints the figures with machine and set-up."""
