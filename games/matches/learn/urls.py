"""The pages on which people learn a game."""

from django.urls import path
from django.views.generic import RedirectView

from games.matches.learn import views

app_name = "learning"
urlpatterns = [
    path("rules/<slug:slug>/", views.rules_page, name="rules"),
    path("games/<slug:slug>/", RedirectView.as_view(pattern_name="learning:rules"), name="game"),
    path("games/<slug:slug>/card.png", views.card, name="card"),
    path("games/<slug:slug>/guide/", views.guide_page, name="guide"),
    path("games/<slug:slug>/guide/<int:step>/", views.guide_page, name="guide-step"),
]
