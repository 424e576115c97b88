"""Figures of speed, measured from outside. `make bench` prints them with machine and set-up."""
