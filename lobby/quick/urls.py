"""The pages of quick match, within those of the lobby."""

from django.urls import path

from lobby.quick import views

urlpatterns = [
    path("", views.quick, name="quick"),
    path("wanted/", views.wanted, name="quick-wanted"),
    path("estimate/", views.estimate, name="quick-estimate"),
    path("<int:pk>/", views.waiting, name="quick-waiting"),
    *(
        path(f"<int:pk>/{what}/", views.change, {"what": what}, name=f"quick-{what}")
        for what in views.CHANGES
    ),
]
