"""Where a page that shows a refused form has its focus: at the first thing that is wrong.

Errors of a whole form have it by `templates/django/forms/errors/list/ul.html`.
"""

from typing import Any

from django.forms import Widget
from django.forms.boundfield import BoundField
from django.forms.renderers import TemplatesSetting


class FocusedIfWrong(BoundField):
    def build_widget_attrs(
        self, attrs: dict[str, Any], widget: Widget | None = None
    ) -> dict[str, Any]:
        attrs = super().build_widget_attrs(attrs, widget)
        first = next((field.name for field in self.form.visible_fields() if field.errors), None)
        if self.name == first and not self.field.widget.use_fieldset:  # each part would ask for it
            attrs["autofocus"] = True
        return attrs


class Renderer(TemplatesSetting):
    bound_field_class = FocusedIfWrong
