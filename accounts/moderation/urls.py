"""The pages of moderators, and what a warned person answers."""

from django.urls import path

from accounts.moderation import own_views

app_name = "moderation"
urlpatterns = [
    path("acknowledge/", own_views.acknowledge, name="acknowledge"),
]
