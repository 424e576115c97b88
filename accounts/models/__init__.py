"""What is stored of people and of what happens between them."""

from accounts.models.audit import AuditEntry
from accounts.models.availability import Availability
from accounts.models.moderation import Report, Sanction
from accounts.models.notices import Notice
from accounts.models.people import Block, GuestAddress, Name, Token, User
from accounts.models.talk import Conversation, Message, Mute

__all__ = [
    "AuditEntry",
    "Availability",
    "Block",
    "Conversation",
    "GuestAddress",
    "Message",
    "Mute",
    "Name",
    "Notice",
    "Report",
    "Sanction",
    "Token",
    "User",
]
