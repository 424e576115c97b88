"""Calls about accounts."""

from django.urls import path

from accounts.api import views

urlpatterns = [
    path("accounts/", views.AccountsView.as_view()),
    path("token/", views.TokenView.as_view()),
]
