"""The pages of a person's settings."""

from django.urls import path

from accounts.settings import notice_views, views

app_name = "settings"
urlpatterns = [
    path("", views.own, name="own"),
    path("keep/", views.keep, name="keep"),
    path("account/", views.account, name="account"),
    path("account/keys/", views.make_key, name="make-key"),
    path("account/keys/revoke/", views.revoke_keys, name="revoke-keys"),
    path("account/keys/<int:pk>/revoke/", views.revoke_key, name="revoke-key"),
    path("notices/", notice_views.choices, name="notices"),
    path("notices/test/", notice_views.test, name="test-notice"),
    path("people/", views.people, name="people"),
]
