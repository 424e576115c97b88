"""The parts of an address."""

from django.urls import register_converter
from django.urls.converters import StringConverter


class PublicIdConverter(StringConverter):
    """The public id of a match or a table: what can't be one isn't looked up at all."""

    regex = "[0-9a-z]{1,16}"


register_converter(PublicIdConverter, "public_id")
