"""Path converters of the API."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class PublicIdConverter(StringConverter):
    """The public id of a match or a table."""

    regex = "[0-9a-z]{1,16}"


register_converter(PublicIdConverter, "public_id")
