"""Texts of the notices about requests at a match, a whole sentence for each."""

from django.utils.translation import gettext_noop

from games.protocol.requests import What

ASKED: dict[What, str] = {
    "undo": gettext_noop("{player} asks to take a step back in your match of {game}."),
    "pause": gettext_noop("{player} asks to pause your match of {game}."),
    "resume": gettext_noop(
        "{player} asks to resume your match of {game}. It resumes in three days in any case."
    ),
    "slow": gettext_noop("{player} asks to play your match of {game} over days."),
    "take-over": gettext_noop(
        "{player} asks to let a computer player take a silent seat in your match of {game}."
    ),
    "cancel": gettext_noop("{player} asks to cancel your match of {game}."),
    "end": gettext_noop("{player} asks to end your match of {game} as it stands."),
}

# To the person who asked. For a canceled match the notice of its end tells.
AGREED: dict[What, str] = {
    "undo": gettext_noop("The others have agreed to take a step back in your match of {game}."),
    "pause": gettext_noop("The others have agreed to pause your match of {game}."),
    "resume": gettext_noop("The others have agreed to resume your match of {game}."),
    "slow": gettext_noop("The others have agreed to play your match of {game} over days."),
    "take-over": gettext_noop(
        "The others have agreed to let a computer player take a silent seat in your match of "
        "{game}."
    ),
    "end": gettext_noop("The others have agreed to end your match of {game} as it stands."),
}
# By one «no»; a vote needs several, and names nobody.
REFUSED: dict[What, str] = {
    "undo": gettext_noop("{player} doesn’t agree to take a step back in your match of {game}."),
    "pause": gettext_noop("{player} doesn’t agree to pause your match of {game}."),
    "resume": gettext_noop("{player} doesn’t agree to resume your match of {game}."),
    "slow": gettext_noop("{player} doesn’t agree to play your match of {game} over days."),
    "take-over": gettext_noop(
        "The others don’t agree to let a computer player take a silent seat in your match of "
        "{game}."
    ),
    "cancel": gettext_noop("{player} doesn’t agree to cancel your match of {game}."),
    "end": gettext_noop("{player} doesn’t agree to end your match of {game} as it stands."),
}
LAPSED: dict[What, str] = {
    "undo": gettext_noop(
        "Not everyone answered in time whether to take a step back in your match of {game}."
    ),
    "pause": gettext_noop("Not everyone answered in time whether to pause your match of {game}."),
    "resume": gettext_noop("Not everyone answered in time whether to resume your match of {game}."),
    "slow": gettext_noop(
        "Not everyone answered in time whether to play your match of {game} over days."
    ),
    "take-over": gettext_noop(
        "Not everyone answered in time whether to let a computer player take a silent seat in your "
        "match of {game}."
    ),
    "cancel": gettext_noop("Not everyone answered in time whether to cancel your match of {game}."),
    "end": gettext_noop(
        "Not everyone answered in time whether to end your match of {game} as it stands."
    ),
}
# Another step ended the question before everyone had answered.
OVERTAKEN = gettext_noop(
    "What you asked in your match of {game} is over without an answer: something else happened "
    "first. You can ask again."
)
