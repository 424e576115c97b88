"""Laws about texts: every line can be rendered for every reader."""

import re

from games.conformance.sample import Moment, Sample, require, sampled_moments
from games.plugin.events import Motion, project
from games.plugin.text import Line, SeatName, render

LONGEST_MOMENT = 40  # characters


def law_meta(sample: Sample) -> None:
    """`Meta` is complete and consistent."""
    meta = sample.game.meta
    require(meta.slug.replace("-", "").isalnum() and meta.slug.islower(), f"slug {meta.slug!r}")
    require(bool(meta.title and meta.tagline), "a title or a tagline is missing")
    require(1 <= meta.min_seats <= meta.max_seats, "the seat counts contradict each other")
    require(0 < meta.minutes[0] <= meta.minutes[1], "the minutes contradict each other")
    require(min(meta.max_choices, meta.rules_version, meta.state_schema) > 0, "a bound is missing")
    older = list(meta.older_versions)
    counted = older == sorted(set(older)) and all(0 < one < meta.rules_version for one in older)
    require(counted, "the older versions are not older ones, each named once, oldest first")
    require(meta.max_steps is None or meta.max_steps > 0, "games may last no step at all")
    phrases = meta.phrases
    require(len(set(phrases)) == len(phrases) <= 12, "phrases are repeated, or too many to show")
    require(all(0 < len(text.strip()) <= 60 for text in phrases), "a phrase is empty or long")
    require(all(sample.game.refusals.values()), "a refusal has no message")


@sampled_moments
def law_lines(moment: Moment) -> None:
    """Prompts, labels, groups, reasons and tie-breaks have all their parameters."""
    game, state = moment.game, moment.state
    for viewer in moment.viewers if game.active_seats(state) else ():
        check_line(moment, game.prompt(state, viewer))
    for seat in moment.seats:
        for choice in game.choices(state, seat):
            check_line(moment, choice.label)
            check_line(moment, choice.group)
    result = game.result(state)
    if result is not None:
        for line in (result.reason, *(seat.tie_break for seat in result.seats if seat.tie_break)):
            check_line(moment, line)


def law_moments(sample: Sample) -> None:
    """The name of a moment is the same for all viewers, and not the same all game long."""
    game, texts = sample.game, set()
    for moment in sample.moments:
        lines = [game.moment(game.observation(moment.state, one)) for one in moment.viewers]
        check_line(moment, lines[0])
        text = render(lines[0])
        moment.require(all(one == lines[0] for one in lines), f"not everybody is at {text!r}")
        moment.require(len(text) <= LONGEST_MOMENT, f"{text!r} is too long for a title")
        moment.require(not text[0].isupper() and text[-1] != ".", f"{text!r} is a sentence")
        texts.add(text)
    require(len(texts) > 1, "the whole game is one moment")


@sampled_moments
def law_narration(moment: Moment) -> None:
    """Every viewer can read the narration of every event."""
    for event in moment.step.events if moment.step else ():
        for viewer in moment.viewers:
            narration = moment.game.narrate(project(event, viewer))
            if narration is not None:
                check_line(moment, narration.line)
                for motion in narration.motions:
                    _check_motion(moment, motion)


def _check_motion(moment: Moment, motion: Motion) -> None:
    """Require names: a list that filled a gap would read like Python."""
    for name in (motion.piece, motion.source, motion.target, *motion.via):
        moment.require(re.fullmatch(_NAME, name) is not None, f"{name!r} names no piece or place")


_NAME = r"[^\s()\[\]{}]+"


def check_line(moment: Moment, line: Line) -> None:
    """Require that a line and its plural can be rendered and sent."""
    forms = [line.id] if line.plural is None else [line.id, line.plural]
    moment.require((line.plural is None) == (line.count is None), f"half a plural: {line}")
    for form in forms:
        try:
            words = render(Line(form, line.params)) if line.params else form
        except (KeyError, IndexError, ValueError, AttributeError) as error:
            moment.require(False, f"{form!r} can't be rendered with {line.params}: {error!r}")
        else:
            moment.require(bool(words.strip()), "a line says nothing")
            moment.require("{" not in words, f"a parameter of {form!r} isn't filled")
    for name, value in line.params.items():
        if isinstance(value, Line):
            check_line(moment, value)
        sendable = isinstance(value, str | int | float | Line | SeatName)
        moment.require(sendable, f"parameter {name} is {value!r}, nothing that people read")
