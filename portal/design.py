"""The design system on one page: every component in every state, for staff or with DEBUG."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from games.matches.learn import guide_board
from games.matches.learn.views import own_styles
from games.matches.page.shared_html import folder_of, own_template
from games.plugin import line, registry, standings_of
from lobby import game_cards
from lobby.listing import rows

COLORS = (
    *("paper", "table", "surface", "raised", "line", "ink", "ink-soft"),
    *("accent", "accent-ink", "tint", "good", "bad", "glow"),
)
ICONS = (
    *("i-sun", "i-moon", "i-clock", "i-seal", "i-link", "i-plus", "i-games", "i-home", "i-me"),
    *("i-robot", "i-check", "i-x", "i-lock", "i-eye", "i-down", "i-chev", "i-warn", "i-info"),
    *("i-play", "i-settings"),
)
SEATS = range(6)


class SampleForm(forms.Form):
    """A field of each kind that the portal's forms use."""

    name = forms.CharField(
        label=gettext_lazy("Name shown"), help_text=gettext_lazy("Others see this.")
    )
    email = forms.EmailField(label=gettext_lazy("Email"), required=False)
    seats = forms.IntegerField(label=gettext_lazy("Seats"), min_value=2, max_value=5)
    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"),
        choices=[("none", gettext_lazy("no clock")), ("live", gettext_lazy("live"))],
    )
    private = forms.BooleanField(
        label=gettext_lazy("Private"),
        required=False,
        help_text=gettext_lazy("Only people with the link can find it."),
    )


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """All components. Without DEBUG, raises Http404 for everyone but staff."""
    if not (settings.DEBUG or request.user.is_staff):
        raise Http404
    context = {
        "colors": COLORS,
        "icons": ICONS,
        "indexes": SEATS,
        "form": SampleForm(initial={"name": "amber", "seats": 3}, auto_id="fine_%s"),
        "wrong_form": _wrong_form(),
        "samples": _messages(),
        "table_rows": [rows.html_of(_table_row(mine=mine)) for mine in (True, False)],
        "rows": _match_rows(),
        "sheets": _sheets(),
        "rulesets": _rulesets(),
        **_kit(),
        "playable": {"slug": "design"},
    }
    return render(request, "design.html", context)


def _table_row(*, mine: bool) -> rows.Row:
    return rows.Row(
        id="mine" if mine else "theirs",
        game="sample",
        title=_("A game"),
        options=_("At night"),
        pace=_("no clock"),
        host="amber",
        seats=("person", "ai", "person", "free", "free"),
        mine=mine,
        age=_("just opened"),
        host_at="here",
    )


def _wrong_form() -> SampleForm:
    """The form with an error in every field."""
    sent = {"email": "amber@example", "seats": "99", "pace": "never"}
    form = SampleForm(sent, auto_id="wrong_%s")
    form.full_clean()
    form.add_error(None, _("These don’t go together."))
    return form


def _messages() -> list[Message]:
    error = _("Not played: the match has moved on. Your cards are still in your hand.")
    return [
        Message(constants.INFO, _("While you were away three moves were made.")),
        Message(constants.SUCCESS, _("Your move is in.")),
        Message(constants.ERROR, error),
    ]


def _match_rows() -> list[tuple[dict[str, Any], str]]:
    """A running match and a finished one."""
    seats = [{"index": index, "name": name, "is_ai": index == 1} for index, name in enumerate("ab")]
    match = {"game_title": _("A game"), "public_id": "none", "seats": {"all": seats}}
    return [(match, _("It’s someone else’s turn.")), (match, _("The game is over."))]


def _kit() -> dict[str, Any]:
    """Sample data for all parts and states of the board kit."""
    columns = (line("Kind"), line("Laid"), line("Left"), line("Points"))
    rows = (
        {"title": line("Swords"), "cells": ["3", "·"], "points": 6},
        {"title": line("Crowns"), "cells": ["·", "−2"], "points": -4},
    )
    table = {"columns": columns, "rows": rows, "total": 2, "low": -8, "width": 16}
    seat = {"index": 0, "name": "amber", "you": True, "ai": False, "data": {"sheet": table}}
    place = {"seat": seat, "place": 1, "first": True, "outcome": _("won"), "tie_break": ""}
    other = {"place": 2, "first": False, "outcome": _("lost")}
    return {
        "kit_states": ("", "can", "chosen", "no"),
        "kit_indexes": range(5),
        "kit_piles": (12, 0),
        "kit_faces": range(7),
        "kit_numbers": [[number, number != 3] for number in range(1, 11)],
        "kit_standings": standings_of(
            [("", line("Swords")), ("", line("Crowns"))], [[3, 0], [1, 4], [0, 1]], [14, 9, -2]
        ),
        "kit_table": {
            "columns": [line("Players"), line("Cards in hand")],
            "rows": [[2, [6]], [3, [5]]],
        },
        "kit_names": ("amber", "birch", "cedar"),
        "kit_result": [place, place | other | {"seat": seat | {"index": 1, "name": "birch"}}],
    }


def _sheets() -> list[str]:
    """All style sheets, those of rulesets in the order in which pages load them."""
    folders = sorted(folder_of(game) for game in registry.installed())
    ours = ("match", "kit", "lobby", "learning", "chat", "design")
    sheets = [f"css/{name}.css" for name in ours]
    for folder in folders:
        sheets += own_styles(folder)
    return sheets


def _rulesets() -> list[dict[str, Any]]:
    """Each ruleset's accent and pieces (`design.html`), and its board if it has a guide."""
    rulesets = []
    for game in registry.installed():
        guide = game.guide()
        shown = guide_board.shown_at(game, guide, min(1, len(guide.steps))) if guide else {}
        rulesets.append(
            {
                "card": game_cards.game_card(game),
                "folder": folder_of(game),
                "figures": game.figures(),
                "pieces": own_template(game, "design"),
                "board": shown.get("board", ""),
            }
        )
    return rulesets
