"""The conformance suite: laws that every ruleset must keep.

`check(game)` plays random games at every table of a ruleset and checks each law against them;
`conformance_class(game)` makes a pytest class of the laws. A law is a function of a `Sample` (the
games played) that raises `LawBroken` with the position at fault.
"""

from games.conformance.forks import beginning_at as beginning_at
from games.conformance.forks import continued as continued
from games.conformance.options import combinations as combinations
from games.conformance.options import option_values as option_values
from games.conformance.options import seating as seating
from games.conformance.play import play_record as play_record
from games.conformance.play import play_sample as play_sample
from games.conformance.records import alterations as alterations
from games.conformance.records import fault_of as fault_of
from games.conformance.records import rechained as rechained
from games.conformance.sample import Law as Law
from games.conformance.sample import LawBroken as LawBroken
from games.conformance.sample import Moment as Moment
from games.conformance.sample import Sample as Sample
from games.conformance.sample import Step as Step
from games.conformance.sample import Table as Table
from games.conformance.sample import Trace as Trace
from games.conformance.suite import LAWS as LAWS
from games.conformance.suite import Report as Report
from games.conformance.suite import check as check
from games.conformance.suite import conformance_class as conformance_class
from games.conformance.suite import for_installed as for_installed
