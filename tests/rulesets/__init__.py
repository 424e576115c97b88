"""Tiny rulesets that only tests and benches play."""
