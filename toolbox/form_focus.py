"""The focus of a page that shows a refused form: the first thing that is wrong.

Errors of a whole form get it in `templates/django/forms/errors/list/ul.html`.
"""

from typing import Any

from django.forms import Widget
from django.forms.boundfield import BoundField, BoundWidget
from django.forms.renderers import TemplatesSetting
from django.utils.functional import cached_property


class FocusedIfWrong(BoundField):
    """A field that has `autofocus` if it is the first wrong one; in a group, the first button."""

    @property
    def _is_first_wrong(self) -> bool:
        wrong = (field.name for field in self.form.visible_fields() if field.errors)
        return self.name == next(wrong, None)

    def build_widget_attrs(
        self, attrs: dict[str, Any], widget: Widget | None = None
    ) -> dict[str, Any]:
        attrs = super().build_widget_attrs(attrs, widget)
        if self._is_first_wrong and not self.field.widget.use_fieldset:
            attrs["autofocus"] = True
        return attrs

    @cached_property
    def subwidgets(self) -> list[BoundWidget]:
        parts = super().subwidgets
        if parts and self._is_first_wrong and self.field.widget.use_fieldset:
            parts[0].data["attrs"]["autofocus"] = True
        return parts


class Renderer(TemplatesSetting):
    bound_field_class = FocusedIfWrong
