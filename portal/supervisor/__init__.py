"""The embedded run: broker, workers and web server as children of one process.

`manage.py portal` is all a person calls. From the outside in: `entry` reads the environment
(`configuration`), `parent` is the story told in order, `children` keeps processes alive and stops
them, each a fork that does one of the `parts` and gives signs of life (`portal.pulse`). `signals`
hears Ctrl-C, and `lock`, `port`, `broker`, `cores`, `static`, `demo` and `reload` each know one
thing. docs/operations.md says what an operator sees.
"""
