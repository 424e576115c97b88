"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from accounts.entry_views import LogIn, SignUp, log_in_to_administration
from portal import design, metrics, views

urlpatterns = [
    path(
        ".well-known/change-password", RedirectView.as_view(pattern_name="account_change_password")
    ),
    path("healthz", views.healthz, name="healthz"),
    path("readyz", views.readyz, name="readyz"),
    path("doctor", views.doctor, name="doctor"),
    path("metrics", metrics.page, name="metrics"),
    path("design/", design.page, name="design"),
    # The site's own page for passwords also sends a warning mail and closes sockets.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/login/", log_in_to_administration),
    path("admin/", admin.site.urls),
    path("accounts/signup/", SignUp.as_view(), name="account_signup"),
    path("accounts/login/", LogIn.as_view(), name="account_login"),
    path("accounts/", include("allauth.urls")),
    path("moderation/", include("accounts.moderation.urls")),
    path("chat/", include("accounts.talk.urls")),
    path("settings/", include("accounts.settings.urls")),
    path("people/", include("lobby.people.urls")),
    path("notices/", include("accounts.notice_urls")),
    path("api/", include("portal.api_urls")),
    path("matches/", include("games.matches.page.urls")),
    path("review/", include("games.matches.review.urls")),
    path("", include("games.matches.learn.urls")),
    path("", include("lobby.urls")),
]

handler400 = "portal.views.bad_request"
handler403 = "portal.views.forbidden"
handler404 = "portal.views.not_found"
handler429 = "portal.views.too_many"  # django-allauth asks for it
handler500 = "portal.views.server_error"
