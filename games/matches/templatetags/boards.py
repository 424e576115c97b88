"""Template tags and filters for the boards of rulesets, with cached parts."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django import template
from django.template import Context, TemplateSyntaxError
from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts.templatetags import shapes
from games.matches.learn import material
from games.matches.record import log_turns
from games.matches.record.logbook import LogEntry
from games.matches.record.text import sentence
from games.plugin import AnyGame, Line
from toolbox.memory import Memory

register = template.Library()
register.simple_tag(shapes.shape)  # `{% shape seat.index ai=seat.ai %}`

REMEMBERED = 10_000  # a few hundred bytes each; a busy server makes some hundreds a second
_made: Memory[tuple[str, str, bytes], SafeString] = Memory(REMEMBERED, of_words=True)


def _plain(value: Any) -> Any:
    if isinstance(value, SafeString):  # a literal in a template, which MessagePack doesn't encode
        return value[:]
    raise TypeError(f"a part takes plain data, not {type(value).__name__}")


_key = msgspec.msgpack.Encoder(enc_hook=_plain)


@register.simple_tag(takes_context=True)
def part(context: Any, part_name: str, about: Any = None, **more: Any) -> SafeString:
    """The ruleset's `parts/<name>.html` for this data: `{% part "card" kind %}`.

    The template sees `about` under the part's name, `more` under their own names, and nothing of
    the page around it. Its HTML is cached by its data and the language.
    """
    path = f"{context['parts']}/parts/{part_name}.html"
    return remembered(context, path, {part_name: about, **more})


@register.simple_tag(takes_context=True)
def each(context: Any, part_name: str, items: Iterable[Any], **more: Any) -> SafeString:
    """`<li>{% part … %}</li>` for each item, much faster: `{% each "card" cards %}`."""
    path = f"{context['parts']}/parts/{part_name}.html"
    parts = (remembered(context, path, {part_name: item, **more}) for item in items)
    return SafeString("".join(f"<li>{html}</li>" for html in parts))


@register.simple_tag(takes_context=True)
def log_lines(context: Any, log: list[LogEntry]) -> SafeString:
    """The lines of the log under the headings of their turns, each cached."""
    made, query = [], context.get("as_query", "")
    for turn in log_turns.by_turn(log, context["names"]):
        heading = {"id": turn.first, "seat": turn.seat, "title": turn.title}
        made.append(remembered(context, "matches/turn.html", heading))
        for entry, place in turn.lines:
            line = {
                "id": f"{entry.index}-{place}",
                "step": entry.index,
                "seat": entry.about,
                "text": entry.text,
                "query": query,
            }
            made.append(remembered(context, "matches/entry.html", line))
    return SafeString("".join(made))


@register.simple_tag(takes_context=True)
def seat_rows(context: Any) -> SafeString:
    """The seats beside the board, each row cached by its `SeatRow` and clock."""
    names, own = context["names"], context["seat_template"]
    clocks = context["clocks"] or [None] * len(names)
    more = {
        "names": names,
        "seat_template": own,
        "is_newest": context["is_newest"],
        "stopped": bool(context["match"].paused),
    }
    return SafeString(
        "".join(
            remembered(context, "matches/seat.html", {"seat": seat, "clock": clock, **more})
            for seat, clock in zip(context["seats"], clocks, strict=True)
        )
    )


@register.simple_tag(takes_context=True)
def strip(context: Any) -> SafeString:
    """The seats in a row, for windows without room beside the board.

    In a seat's entry in the board's `seats`, `points` is its figure, if a number; `glance` lists
    pieces with their numbers, drawn by the ruleset's part `piece`; `in_short` is a line for people
    who play alone.
    """
    clocks = context["clocks"] or [None] * len(context["names"])
    goes_on = not context["match"].paused
    return SafeString(
        "".join(
            remembered(context, "matches/strip.html", _glance(seat, clock, goes_on=goes_on))
            for seat, clock in zip(context["seats"], clocks, strict=True)
        )
    )


def _glance(seat: Any, clock: Any, *, goes_on: bool) -> dict[str, Any]:
    data = seat.data if isinstance(seat.data, dict) else {}
    points = None if seat.decided else data.get("points")
    if points is not None and seat.score is not None:
        points = seat.score
    return {
        "index": seat.index,
        "name": seat.name,
        "ai": seat.ai,
        "epithet": seat.ai and not seat.guest,
        "you": seat.you,
        "turn": seat.turn and goes_on,
        "points": points if isinstance(points, int) else None,
        "glance": data.get("glance") or [],
        "in_short": data.get("in_short") if seat.score is None else None,
        "clock": clock,
    }


@register.simple_tag(takes_context=True)
def own_seat(context: Any, seat: Any) -> SafeString:
    """The ruleset's `seat.html` for a seat."""
    data = {"seat": seat, "names": context["names"], "is_newest": context["is_newest"]}
    return remembered(context, context["seat_template"], data)


def remembered(context: Any, path: str, data: dict[str, Any]) -> SafeString:
    """The HTML of that template with only these data, cached by them and the language."""
    # The page's context has the language: asking for it costs as much as finding the part.
    language = context.get("language") or get_language() or ""
    # Keys aren't sorted: data made by the same code has the same order.
    key = (path, language, _key.encode(data))
    made = _made.get(key)
    if made is None:
        whole = {"parts": context.get("parts", ""), "language": language, **data}
        template: Any = get_template(path)
        # Without localized numbers, like the page around it (`shared_html.rendered`).
        html = template.template.render(Context(whole, use_l10n=False))
        made = _made.put(key, mark_safe(html.strip()))  # noqa: S308 - a template's own output
    return made


@register.simple_tag
def say(words: Line, names: Sequence[str] = ()) -> str:
    """A line in the reader's language, with seats by name: `{% say line names %}`."""
    return sentence(words, names)


@register.simple_tag(takes_context=True)
def called(context: Any, piece: str, number: int | None = None) -> str:
    """The name of a piece by `Game.names`: `{% called "sword" %}`, `{% called kind 3 %}`."""
    game = _game(context)
    if game is None:
        raise TemplateSyntaxError("{% called %} is for the boards and parts of an installed game")
    if number is None:
        return sentence(game.names[piece])
    return sentence(game.names[f"{piece}:n"].counting(number))


@register.inclusion_tag("parts/help.html", takes_context=True)
def help(context: Any, anchor: str) -> dict[str, Any]:
    """A «?» that opens a chapter of the rules page, if there is one: `{% help "bribe" %}`."""
    title = material.chapter_title(_game(context), anchor)
    return {"address": rules_address(context, anchor), "anchor": anchor, "about": title}


@register.simple_tag(takes_context=True)
def ask(context: Any) -> SafeString:
    """A «?» after which a touch on anything marked `data-rule` shows its rule."""
    return remembered(context, "parts/ask.html", {"folder": context["parts"]})


@register.simple_tag(takes_context=True)
def asked(context: Any) -> SafeString:
    """The dialog with all explanations of the game's book, once on a board."""
    return remembered(context, "parts/asked.html", {"folder": context["parts"]})


@register.simple_tag(takes_context=True)
def learn_links(context: Any) -> SafeString:
    """The links from a match to the rules page and the guide of its game, if it has them."""
    return remembered(context, "matches/learn_links.html", {"folder": context["parts"]})


@register.simple_tag(takes_context=True)
def explained(context: Any) -> list[dict[str, Any]]:
    """The dialog's explanations; its cached template gathers them, as boards are drawn often."""
    game = _game(context)
    return material.explained(game) if game else []


@register.simple_block_tag(takes_context=True)
def chapter(context: Any, content: str, anchor: str) -> SafeString:
    """A section of the rules page, under the title that the game's book has for it."""
    return format_html(
        '<section id="{0}" aria-labelledby="{0}-h"><h2 id="{0}-h">{1}</h2>{2}</section>',
        anchor,
        material.chapter_title(_game(context), anchor),
        content,
    )


@register.simple_tag(takes_context=True)
def rules_address(context: Any, anchor: str = "") -> str:
    """The address of the ruleset's rules page, if it has one: `{% rules_address as rules %}`."""
    game = _game(context)
    return material.rules_address(game, anchor) if game else ""


@register.simple_tag(takes_context=True)
def guide_address(context: Any) -> str:
    """The address of the ruleset's first-game guide, if it has one."""
    game = _game(context)
    return material.guide_address(game) if game else ""


def _game(context: Any) -> AnyGame | None:
    return material.game_of_folder(context.get("parts"))


@register.filter
def get(mapping: dict[Any, Any], key: Any) -> Any:
    """The value under a key that is a variable, or None."""
    return mapping.get(key)


@register.filter
def at(row: list[Any], place: int) -> Any:
    """The entry of a list at a place that is a variable, counted from 0."""
    return row[place]


@register.filter
def size(number: int) -> int:
    """The absolute value, which chooses the plural («-1 point»)."""
    return abs(number)


@register.filter(name="any")
def any_of(counts: dict[Any, int]) -> bool:
    """Whether any of these counts isn't zero."""
    return any(counts.values())


@register.filter
def times(count: int) -> range:
    """A range to repeat something: `{% for card in count|times %}`."""
    return range(count or 0)


@register.filter
def kind_of(value: Any) -> str:
    """The kind of plain data: mapping, list, yes, no, nothing or text."""
    if isinstance(value, dict):
        return "mapping"
    if isinstance(value, list):
        return "list"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "nothing" if value is None else "text"


@register.filter
def words(key: str) -> str:
    """A field's name as words."""
    return str(key).replace("_", " ")
