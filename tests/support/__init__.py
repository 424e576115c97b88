"""Helpers that tests share. There are no tests here."""
