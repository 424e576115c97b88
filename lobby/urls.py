"""The pages of the lobby."""

from django.urls import include, path

from lobby import closing_views, home_views, table_views, views

app_name = "lobby"
urlpatterns = [
    path("", home_views.desk_page, name="home"),
    path("my-matches/", home_views.my_matches, name="matches"),
    path("next/", home_views.next_one, name="next"),
    path("play/<slug:slug>/", views.play_now, name="play"),
    path("quick/", include("lobby.quick.urls")),
    path("tables/", table_views.tables, name="tables"),
    path("tables/new/<slug:slug>/", table_views.new_table, name="new-table"),
    path("tables/new/<slug:slug>/words/", table_views.in_words, name="in-words"),
    path("tables/<str:public_id>/", table_views.table_page, name="table"),
    *(
        path(f"tables/<str:public_id>/{what}/", table_views.change, {"what": what}, name=what)
        for what in table_views.CHANGES
    ),
    path("settings/account/close/", closing_views.close_account, name="close-account"),
    path("rematch/<str:public_id>/", table_views.rematch, name="rematch"),
]
