"""The channels by which notices leave the portal. docs/notices.md says how to add one.

A person's open pages need no channel: they show the notice itself.
"""

from accounts.channels.interface import Channel, Outcome
from accounts.channels.mail import Digest, Mail

CHANNELS: dict[str, Channel] = {channel.name: channel for channel in (Mail(), Digest())}

__all__ = ["CHANNELS", "Channel", "Outcome"]
