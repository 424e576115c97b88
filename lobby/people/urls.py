"""The addresses of profiles."""

from django.urls import path

from lobby.people import views

app_name = "people"
urlpatterns = [
    path("<str:username>/", views.profile, name="profile"),
    path("<str:username>/invite/", views.invite, name="invite"),
    path("<str:username>/challenge/", views.challenge, name="challenge"),
    path("<str:username>/compare/", views.compare, name="compare"),
]
