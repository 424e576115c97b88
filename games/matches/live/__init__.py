"""Live play: the sockets of pages and programs, and what they share in one process."""
