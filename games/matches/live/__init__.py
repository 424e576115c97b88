"""Live play: the sockets of pages and programs, and their shared memory in one process."""
