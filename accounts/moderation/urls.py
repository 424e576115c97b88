"""The pages of moderators, and of warned and banned people."""

from django.urls import path

from accounts.moderation import audit_views, views

app_name = "moderation"
urlpatterns = [
    path("", views.queue, name="queue"),
    path("reports/<int:pk>/", views.report, name="report"),
    path("people/", views.people, name="people"),
    path("people/<str:username>/", views.person, name="person"),
    path("sanctions/<int:pk>/lift/", views.lift, name="lift"),
    path("audit/", audit_views.log, name="audit"),
    path("appeals/<int:pk>/", views.appeal, name="appeal"),
    path("ban/", views.ban, name="ban"),
    path("acknowledge/", views.acknowledge, name="acknowledge"),
]
