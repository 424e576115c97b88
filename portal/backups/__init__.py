"""Backups, their restoration, and migrations that change all or nothing.

`services` has `back_up`, `restore` and `upgrade`; `archive` is the file, `sqlite` and `postgresql`
the two databases behind the same four functions.
"""
