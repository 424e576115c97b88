"""The channel layer of channels_redis, which can also tell several groups something in one go."""

import asyncio
import uuid
from collections.abc import Sequence
from functools import partial
from typing import Any

from channels_redis.pubsub import RedisPubSubChannelLayer
from channels_redis.utils import create_pool, decode_hosts

from accounts.per_loop import PerLoop
from portal.listeners import Listeners

PATIENCE_SECONDS = 2.0  # for a broker that takes a message and says nothing


class ChannelLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """What a move tells goes to the broker in one write, over a connection kept for that.

    Message by message it takes four times as long, and each write makes the machine turn to the
    broker and back. A message for a group that no other process listens to is handed over here.
    What workers say always goes through the broker.
    """

    listeners: Listeners | None = None  # None: processes without marks may listen, too

    def __init__(self, hosts: Sequence[Any], **named: Any) -> None:
        super().__init__(hosts=hosts, **named)
        (self._host,) = decode_hosts(hosts)
        self._publisher = PerLoop(partial(_Publisher, self._host))

    async def new_channel(self, prefix: str = "specific.") -> str:
        """Of a channel that can't be opened nothing stays: who listens tries again each second."""
        layer = self._get_layer()
        channel = f"{layer.prefix}{prefix}{uuid.uuid4().hex}"
        try:
            await layer._subscribe_to_channel(channel)
        except BaseException:
            layer.channels.pop(channel, None)
            raise
        return channel

    async def group_send_all(self, told: Sequence[tuple[str, dict[str, Any]]]) -> None:
        """Send each group its message.

        In that order, but for what goes through the broker: it may arrive after what doesn't. A
        push is a hint, so that makes no difference.
        """
        sent = []
        for group, said in told:
            if self.is_heard_elsewhere(group):
                name = self._get_layer()._get_group_channel_name(group)
                sent.append((name, self.serialize(said)))
            else:
                self._tell_here(group, said)
        if sent:
            await self._publisher().send(sent)

    def is_heard_elsewhere(self, group: str) -> bool:
        """Whether another process may listen to this group."""
        return self.listeners is None or self.listeners.is_heard_elsewhere(group)

    async def group_add(self, group: str, channel: str) -> None:
        """Let the channel hear the group from now on. Whoever can't join hasn't."""
        if self.listeners:
            self.listeners.join(group)  # the layer notes the channel before it first waits
        try:
            await self._get_layer().group_add(group, channel)
        except BaseException:
            self._forget(group, channel)
            raise

    async def group_discard(self, group: str, channel: str) -> None:
        """Let the channel hear no more of the group, even if the broker can't be told."""
        try:
            await self._get_layer().group_discard(group, channel)
        finally:
            self._forget(group, channel)

    def _forget(self, group: str, channel: str) -> None:
        """Somebody else may have joined meanwhile: then the mark stays."""
        groups, name = self._get_layer().groups, self._get_layer()._get_group_channel_name(group)
        listening = groups.get(name, set())
        listening.discard(channel)
        if not listening:
            groups.pop(name, None)
            if self.listeners:
                self.listeners.leave(group)

    def _tell_here(self, group: str, said: dict[str, Any]) -> None:
        layer = self._get_layer()
        listening = layer.groups.get(layer._get_group_channel_name(group), ())
        if here := [name for name in listening if name in layer.channels]:
            message = self.serialize(said)
            for name in here:
                layer.channels[name].put_nowait(message)


class _Publisher:
    """One connection to the broker. After any trouble the next sending opens it anew."""

    def __init__(self, host: dict[str, Any]) -> None:
        # With a time limit of its own each write would be a task, and each answer need a timer.
        self._connection = create_pool({**host, "socket_timeout": None}).make_connection()
        self._lock = asyncio.Lock()

    async def send(self, told: Sequence[tuple[str, bytes]]) -> None:
        connection = self._connection
        packed = connection.pack_commands(("PUBLISH", *one) for one in told)
        async with self._lock:
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await connection.send_packed_command(packed)
                    for _one in told:
                        await connection.read_response()
            except BaseException:  # an answer still to come would be taken for the next one's
                await connection.disconnect(nowait=True)
                raise
