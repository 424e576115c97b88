"""Helpers for any Django project: nothing here knows about people, matches or games."""
