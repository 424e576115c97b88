"""The pages on which staff look into matches."""

from django.urls import path

from games.matches import review_views

app_name = "review"
urlpatterns = [
    path("", review_views.search, name="search"),
    path("<str:public_id>/", review_views.match, name="match"),
    path("<str:public_id>/open/", review_views.open_match, name="open"),
    path("<str:public_id>/do/", review_views.do, name="do"),
]
