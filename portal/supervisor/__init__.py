"""The embedded run: broker, workers and web server as children of one process.

`manage.py portal` is all a person calls. From the outside in: `entry` reads the environment
(`configuration`), `run` is the story told in order, `children` keeps processes alive and stops
them, each a fork (`forks`) that does one of the `parts`; `hangs` notices who does nothing any more,
`signals` and `starter` hear Ctrl-C, and `lock`, `port`, `broker`, `static`, `demo`, `health`,
`reload` each know one thing. docs/operations.md says what an operator sees.
"""
