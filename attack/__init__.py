"""Attacks on a running portal: `python -m attack [NAME …]`, or `make attack`.

Each module has one `attack(plan) -> Report`; its docstring says what it expects of the portal.
docs/testing.md lists what each attack proves, and the broken lines with which it was seen to fail.
"""
