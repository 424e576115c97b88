"""When a person's time counts. Zone and hours are private: only deadlines come of them."""

from django.conf import settings
from django.db import models


class Availability(models.Model):
    """One's nights, free weekdays and vacations; without a row all time counts.

    `night` is `[begins, ends]` in minutes after midnight, `free_days` are weekdays (Monday 0),
    `vacations` what `accounts.vacations.Vacation` describes, in order.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        primary_key=True,
        on_delete=models.CASCADE,
        related_name="availability",
    )
    night = models.JSONField(null=True, blank=True)
    free_days = models.JSONField(default=list)
    vacations = models.JSONField(default=list)

    class Meta:
        verbose_name_plural = "availabilities"

    def __str__(self) -> str:
        return f"hours of {self.user_id}"
