"""Which files of installed packages are worth serving."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    """Django's app, leaving out what the icon package carries beside its style sheet and fonts.

    Of its 10,000 files we serve some thirty; the rest would cost every first start half a minute.
    """

    ignore_patterns = [
        *StaticFilesConfig.ignore_patterns,
        *("js-packages", "less", "scss", "otfs", "svgs", "metadata", "assetTemplates"),
        "fontawesomefree/js/*",
    ]
