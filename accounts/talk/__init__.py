"""Chat: conversations in rooms that higher layers own.

A conversation has a key, such as "match:<public id>:players". The part before the first colon is
the kind of room; the setting CHAT_ROOMS names the module of each kind, which decides who may read
and write (`rooms`).
"""
