"""Chat: conversations in rooms that higher layers own.

A conversation is named by a key, "match:<public id>:players" for example. What comes before the
first colon is the kind of room; the setting CHAT_ROOMS names the module of each kind, and that
module says who may read and write there (`rooms`). Everything else is the same everywhere.
"""
