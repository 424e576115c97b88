"""The log's lines about players' requests."""

from games.matches.models import Step
from games.plugin import Line, SeatName, line, lines, msg
from games.protocol.requests import DAY, Answer, Ask, Deed, PlayOn, Request, Rest, What, Withdraw

ASKED: dict[What, str] = {
    "undo": msg("{player} asks to take back what they did last, and all that came after it."),
    "pause": msg("{player} asks to pause the match."),
    "resume": msg("{player} asks to resume."),
    "slow": msg("{player} asks to continue over days: {days} for every step."),
    "take-over": msg("{player} asks to let a computer player take the silent seat of {about}."),
    "cancel": msg("{player} asks to cancel the match."),
    "end": msg("{player} asks to end the match now. The points as they stand decide it."),
}


def asked_by(seat: int, ask: Ask | Request) -> Line:
    return line(
        ASKED[ask.what],
        player=SeatName(seat),
        about=SeatName(ask.about or 0),
        days=lines("one day", "{n} days", (ask.seconds or 0) // DAY),
    )


# The requests that an answer grants; others have a step of their own, or end the match.
_GRANTED: dict[What, str] = {
    "pause": msg("{player} agrees, so the match is paused."),
    "resume": msg("{player} agrees, so the match resumes."),
    "slow": msg("{player} agrees, so the match continues over days."),
}


def request_line(step: Step, deed: Deed) -> Line:
    player = SeatName(step.seat or 0)
    if isinstance(deed, Ask) and deed.granted == "resume":
        return line("{player} resumes the match: nobody else has to agree.", player=player)
    if isinstance(deed, Ask):
        return asked_by(step.seat or 0, deed)
    if isinstance(deed, Answer) and deed.granted in _GRANTED:
        return line(_GRANTED[deed.granted], player=player)
    if isinstance(deed, Answer):
        return line("{player} agrees." if deed.yes else "{player} doesn’t agree.", player=player)
    if isinstance(deed, Withdraw):
        return line("{player} closes the question.", player=player)
    if isinstance(deed, PlayOn):
        return line("{player} is still playing.", player=player)
    if isinstance(deed, Rest):
        return line("Nobody has played for three weeks: the match rests.")
    return line("The pause is over: the match resumes.")
