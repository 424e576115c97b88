"""What is stored of a match and how it is read: steps, states, log, results."""
