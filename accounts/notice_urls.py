"""The pages of a person's notices."""

from django.urls import path

from accounts import notice_views

app_name = "notices"
urlpatterns = [
    path("", notice_views.listed, name="list"),
    path("read/", notice_views.read_all, name="read-all"),
    path("off/<str:token>/", notice_views.unsubscribe, name="unsubscribe"),
    path("<int:pk>/", notice_views.follow, name="follow"),
]
