"""The parts of a step: clocks, notices, open questions, computer turns to queue."""
