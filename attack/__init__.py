"""Attacks on a running portal, as programs: `python -m attack [NAME …]`, or `make attack`.

Each module has one public `attack(plan) -> Report` and says at its top what it holds the portal to.
docs/testing.md says what each proves, and by which broken line it was seen to fail.
"""
