"""The pages of the lobby."""

from django.urls import path

from lobby import views

app_name = "lobby"
urlpatterns = [
    path("", views.home, name="home"),
    path("my-matches/", views.my_matches, name="matches"),
    path("play/<slug:slug>/", views.play_now, name="play"),
    path("tables/new/<slug:slug>/", views.new_table, name="new-table"),
    path("tables/<str:public_id>/", views.table_page, name="table"),
    path("tables/<str:public_id>/join/", views.join, name="join"),
    path("tables/<str:public_id>/leave/", views.leave, name="leave"),
    path("tables/<str:public_id>/add-ai/", views.add_ai, name="add-ai"),
    path("tables/<str:public_id>/remove-ai/", views.remove_ai, name="remove-ai"),
    path("tables/<str:public_id>/start/", views.start, name="start"),
]
