"""The conformance suite: laws that every ruleset must keep.

`check(game)` plays random games at every table of a ruleset and checks each law against them;
`conformance_class(game)` makes a pytest class of the laws. A law is a function of a `Sample` (the
games played) that raises `LawBroken` with the position at fault.
"""

from games.conformance.forks import beginning_at as beginning_at, continued as continued
from games.conformance.options import (
    combinations as combinations,
    option_values as option_values,
    seating as seating,
)
from games.conformance.play import play_record as play_record, play_sample as play_sample
from games.conformance.records import (
    alterations as alterations,
    fault_of as fault_of,
    rechained as rechained,
)
from games.conformance.sample import (
    Law as Law,
    LawBroken as LawBroken,
    Moment as Moment,
    Sample as Sample,
    Step as Step,
    Table as Table,
    Trace as Trace,
)
from games.conformance.suite import (
    LAWS as LAWS,
    Report as Report,
    check as check,
    conformance_class as conformance_class,
    for_installed as for_installed,
)
