"""The tables of people and of what happens between them."""

from accounts.models.moderation import Appeal, AuditEntry, Report, Sanction
from accounts.models.notices import Delivery, Notice, NoticeChoices
from accounts.models.people import (
    Availability,
    Block,
    ClosedName,
    GuestAddress,
    Look,
    Name,
    Token,
    User,
)
from accounts.models.talk import Conversation, Message, Mute

__all__ = [
    "Appeal",
    "AuditEntry",
    "Availability",
    "Block",
    "ClosedName",
    "Conversation",
    "Delivery",
    "GuestAddress",
    "Look",
    "Message",
    "Mute",
    "Name",
    "Notice",
    "NoticeChoices",
    "Report",
    "Sanction",
    "Token",
    "User",
]
