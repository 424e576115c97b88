"""Chat by plain forms, and forms to mute, block and report people."""

from django.urls import path

from accounts.talk import people_views, views

app_name = "chat"
urlpatterns = [
    path("relate/", people_views.relate, name="relate"),
    path("report/<str:username>/", people_views.report, name="report"),
    path("lines/<int:pk>/take-away/", people_views.take_away, name="take-away"),
    path("<str:key>/", views.page, name="page"),
    path("<str:key>/say/", views.say, name="say"),
]
