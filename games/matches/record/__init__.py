"""The stored match and how it is read: steps, states, log, results."""
