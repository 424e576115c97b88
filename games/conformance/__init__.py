"""The conformance suite: laws that every ruleset keeps, whoever wrote it.

`check(game)` plays random games of a ruleset at every table it offers and holds each law against
all that happened; `conformance_class(game)` makes a pytest class of the same laws. A law is a
function from a `Sample` (the games played) that raises `LawBroken` with the position at fault.
"""

from games.conformance.forks import beginning_at, continued
from games.conformance.options import combinations, option_values, seating
from games.conformance.play import play_record, play_sample
from games.conformance.records import alterations, fault_of, rechained
from games.conformance.sample import Law, LawBroken, Moment, Sample, Step, Table, Trace
from games.conformance.suite import LAWS, Report, check, conformance_class, for_installed

__all__ = [
    "LAWS",
    "Law",
    "LawBroken",
    "Moment",
    "Report",
    "Sample",
    "Step",
    "Table",
    "Trace",
    "alterations",
    "beginning_at",
    "check",
    "combinations",
    "conformance_class",
    "continued",
    "fault_of",
    "for_installed",
    "option_values",
    "play_record",
    "play_sample",
    "rechained",
    "seating",
]
