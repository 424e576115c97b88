"""The composition of the site: settings, addresses, processes. No behavior of its own."""

from portal.celery import app as celery_app

__all__ = ["celery_app"]
