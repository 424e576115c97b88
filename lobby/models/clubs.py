"""Clubs and their members."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.matches.identifiers import public_id
from toolbox.prefix_search import Folded


class Club(models.Model):
    """A circle of people with tables, ratings and a chat of its own (`lobby.clubs`)."""

    public_id = models.CharField(max_length=16, unique=True, default=public_id, editable=False)
    name = models.CharField(max_length=40)
    look = models.CharField(max_length=150, unique=True)  # `accounts.names.look_of` its name
    description = models.CharField(max_length=500, blank=True, default="")
    open = models.BooleanField(default=True)  # anyone with an account may join, else by invitation
    # The digest of the invitation link's secret, and until when the link works.
    link_digest = models.CharField(max_length=64, blank=True, default="")
    link_until = models.DateTimeField(null=True)
    banned = models.ManyToManyField(settings.AUTH_USER_MODEL, related_name="+", blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = [Folded("name"), "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["link_digest"], condition=~Q(link_digest=""), name="one_club_of_a_link"
            )
        ]
        indexes = [models.Index(Folded("name"), "id", name="club_by_name")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("lobby:club", args=[self.public_id])


class Membership(models.Model):
    """A person in a club. Ordered by role, then by time: the second one is the heir.

    Members' accounts can't be deleted, only closed, so that no club loses its owner.
    """

    class Role(models.IntegerChoices):
        OWNER = 0, _("owner")
        ORGANIZER = 1, _("organizer")
        MEMBER = 2, _("member")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    role = models.PositiveSmallIntegerField(choices=Role, default=Role.MEMBER)
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["role", "joined_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_membership_a_person"),
            models.UniqueConstraint(
                fields=["club"], condition=Q(role=0), name="one_owner_of_a_club"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} in {self.club}"

    @property
    def organizes(self) -> bool:
        """Whether they may invite, remove and ban people, and edit the club."""
        return self.role != Membership.Role.MEMBER
