"""Calls about games and matches."""

from django.urls import path

from games.matches.api import converters, games, matches

assert converters  # imported for what it registers

urlpatterns = [
    path("games/", games.GamesView.as_view()),
    path("games/<slug:slug>/", games.GameView.as_view()),
    path("matches/", matches.MatchesView.as_view()),
    path("matches/<public_id:public_id>/", matches.MatchView.as_view()),
    path("matches/<public_id:public_id>/actions/", matches.ActionsView.as_view()),
    path("matches/<public_id:public_id>/undo/", matches.UndoView.as_view()),
    path("matches/<public_id:public_id>/resign/", matches.ResignView.as_view()),
    path("matches/<public_id:public_id>/abandon/", matches.AbandonView.as_view()),
    path("matches/<public_id:public_id>/order/", matches.OrderView.as_view()),
    path("matches/<public_id:public_id>/log/", matches.LogView.as_view()),
    path("matches/<public_id:public_id>/steps/<int:index>/", matches.StepView.as_view()),
    path("matches/<public_id:public_id>/record/", matches.RecordView.as_view()),
]
