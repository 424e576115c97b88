"""What a step consists of: clocks, notices, open questions, computer turns to queue."""
