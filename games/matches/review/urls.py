"""The pages on which staff look into matches."""

from django.urls import path

from games.matches.review import views

app_name = "review"
urlpatterns = [
    path("", views.search, name="search"),
    path("<str:public_id>/", views.match, name="match"),
    path("<str:public_id>/open/", views.open_match, name="open"),
    path("<str:public_id>/do/", views.do, name="do"),
    path("<str:public_id>/seats/<int:index>/", views.who, name="who"),
]
