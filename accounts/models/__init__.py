"""The tables of people and of their dealings with each other."""

from accounts.models.moderation import (
    Appeal as Appeal,
    AuditEntry as AuditEntry,
    Report as Report,
    Sanction as Sanction,
)
from accounts.models.notices import (
    Delivery as Delivery,
    Notice as Notice,
    NoticeChoices as NoticeChoices,
)
from accounts.models.people import (
    Availability as Availability,
    Block as Block,
    ClosedName as ClosedName,
    Follow as Follow,
    GuestAddress as GuestAddress,
    Look as Look,
    Name as Name,
    Token as Token,
    User as User,
)
from accounts.models.talk import Conversation as Conversation, Message as Message, Mute as Mute
