"""The ways by which notices leave the portal. docs/notices.md says how to add one.

What a person's open pages show needs no channel: the notice itself is there.
"""

from accounts.channels.interface import Channel, Outcome
from accounts.channels.mail import Digest, Mail

CHANNELS: dict[str, Channel] = {channel.name: channel for channel in (Mail(), Digest())}

__all__ = ["CHANNELS", "Channel", "Outcome"]
