"""Puts the site together: settings, addresses, processes."""

from portal.celery import app as celery_app

__all__ = ["celery_app"]
