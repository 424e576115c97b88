"""Calls about games and matches."""

from django.urls import path

from games.matches.api import converters, matches
from games.matches.page.privacy import unstored

assert converters  # imported to register the path converters

urlpatterns = [
    path("games/", matches.GamesView.as_view()),
    path("games/<slug:slug>/", matches.GameView.as_view()),
    path("keys/", matches.KeysView.as_view(), name="api-keys"),
    path("matches/", unstored(matches.MatchesView.as_view())),
    path("matches/<public_id:public_id>/", unstored(matches.MatchView.as_view())),
    path("matches/<public_id:public_id>/actions/", unstored(matches.ActionsView.as_view())),
    *(
        path(f"matches/<public_id:public_id>/{name}/", unstored(view))
        for name, view in matches.control_views.items()
    ),
    path("matches/<public_id:public_id>/log/", unstored(matches.LogView.as_view())),
    path("matches/<public_id:public_id>/steps/<int:index>/", unstored(matches.StepView.as_view())),
    path(
        "matches/<public_id:public_id>/record/",
        unstored(matches.RecordView.as_view()),
        name="api-record",
    ),
]
