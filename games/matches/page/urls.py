"""The pages of a match."""

from django.urls import path

from games.matches.page import control_views, views

app_name = "matches"
urlpatterns = [
    path("<str:public_id>/", views.match_page, name="match"),
    path("<str:public_id>/act/", views.act, name="act"),
    path("<str:public_id>/why/", views.why, name="why"),
    path("<str:public_id>/control/", control_views.control, name="control"),
    path("<str:public_id>/log/", views.log, name="log"),
    path("<str:public_id>/download/", views.download, name="download"),
    path("<str:public_id>/seats/<int:index>/", views.who, name="who"),
]
