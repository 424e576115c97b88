"""Chat: conversations at places that higher layers own.

A conversation is named by a key, "match:<public id>:players" for example. What comes before the
first colon is the kind of place; the setting CHAT_PLACES names the module of each kind, and that
module says who may read and write there (`places`). Everything else is the same everywhere.
"""
