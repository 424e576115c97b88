"""The embedded run: broker, workers and web server as children of one process.

`manage.py portal` is all a person calls. From the outside in: `run` is the story told in order,
`children` keeps processes alive and stops them, `signals` hears Ctrl-C, and `lock`, `port`,
`broker`, `static`, `demo` each know one thing. docs/operations.md says what an operator sees.
"""
