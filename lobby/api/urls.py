"""Calls about tables."""

from django.urls import path

from games.matches.api import converters
from lobby.api import views

assert converters  # imported for what it registers

urlpatterns = [
    path("tables/", views.TablesView.as_view()),
    path("tables/<public_id:public_id>/", views.TableView.as_view()),
    path("tables/<public_id:public_id>/join/", views.JoinView.as_view()),
    path("tables/<public_id:public_id>/leave/", views.LeaveView.as_view()),
    path("tables/<public_id:public_id>/add-ai/", views.AddAiView.as_view()),
    path("tables/<public_id:public_id>/start/", views.StartView.as_view()),
]
