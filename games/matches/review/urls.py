"""The pages on which staff look into matches."""

from django.urls import path

from games.matches.review import repair_views, studio_views, views

app_name = "review"
urlpatterns = [
    path("", views.search, name="search"),
    path("<str:public_id>/", views.match, name="match"),
    path("<str:public_id>/open/", views.open_match, name="open"),
    path("<str:public_id>/do/", views.do, name="do"),
    path("<str:public_id>/studio/", studio_views.studio, name="studio"),
    path("<str:public_id>/boards/", studio_views.boards, name="boards"),
    path("<str:public_id>/story/", studio_views.story, name="story"),
    path("<str:public_id>/back/", repair_views.back, name="back"),
    path("<str:public_id>/end/", repair_views.end, name="end"),
    path("<str:public_id>/record/", repair_views.record, name="record"),
    path("<str:public_id>/seats/<int:index>/", views.who, name="who"),
]
