"""The addresses below /api/."""

from django.urls import include, path, re_path

from accounts.api import follows, views as accounts
from portal import views
from toolbox.api.documentation import DocumentView

urlpatterns = [
    path("schema/", DocumentView.as_view(), name="schema"),
    path("accounts/", accounts.AccountsView.as_view()),
    path("token/", accounts.TokenView.as_view()),
    path("follows/", follows.FollowsView.as_view()),
    *(
        path(f"people/<str:username>/{what}/", view.as_view())
        for what, view in follows.CHANGES.items()
    ),
    path("", include("games.matches.api.urls")),
    path("", include("lobby.api.urls")),
    re_path("", views.no_such_call),
]
