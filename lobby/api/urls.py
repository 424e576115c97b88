"""Calls about tables, clubs, leaderboards, the challenge of the day and people's own hours."""

from django.urls import path

from games.matches.api import converters
from lobby.api import clubs, daily, hours, leaderboards, ratings, seasons, views

assert converters  # imported to register the path converters

urlpatterns = [
    path("tables/", views.TablesView.as_view()),
    path("tables/<public_id:public_id>/", views.TableView.as_view()),
    *(
        path(f"tables/<public_id:public_id>/{what}/", view.as_view())
        for what, view in views.CHANGES.items()
    ),
    path("clubs/", clubs.ClubsView.as_view()),
    path("clubs/<public_id:public_id>/", clubs.ClubView.as_view()),
    path("clubs/<public_id:public_id>/members/", clubs.MembersView.as_view()),
    *(
        path(f"clubs/<public_id:public_id>/{what}/", view.as_view())
        for what, view in clubs.CHANGES.items()
    ),
    path("leaderboards/<slug:slug>/", leaderboards.LeaderboardView.as_view()),
    path("seasons/<slug:slug>/", seasons.SeasonView.as_view()),
    path("daily/<slug:slug>/", daily.TodayView.as_view()),
    path("daily/<slug:slug>/begin/", daily.BeginView.as_view()),
    path("daily/<slug:slug>/<str:day>/", daily.DayView.as_view()),
    path("daily/<slug:slug>/<str:day>/places/", daily.PlacesView.as_view()),
    path("matches/<public_id:public_id>/forks/", views.ForksView.as_view()),
    path("tables/<public_id:public_id>/stakes/", ratings.StakesView.as_view()),
    path("matches/<public_id:public_id>/ratings/", ratings.MatchRatingsView.as_view()),
    path("people/<str:username>/ratings/", ratings.PersonRatingsView.as_view()),
    path("hours/", hours.HoursView.as_view()),
    path("hours/vacations/", hours.VacationsView.as_view()),
    path("hours/vacations/end/", hours.EndVacationView.as_view()),
    path("matches/<public_id:public_id>/rematch/", views.RematchView.as_view()),
]
