"""The addresses of the lobby's pages."""

from django.urls import path

from lobby.clubs import views as clubs
from lobby.daily import views as daily
from lobby.home import views as home
from lobby.hours import views as hours
from lobby.leaderboards import views as leaderboards
from lobby.listing import views as listing
from lobby.own_data import views as own_data
from lobby.people import views as people
from lobby.quick import views as quick
from lobby.ratings import views as ratings
from lobby.site_files import views as site_files
from lobby.tables import fork_views, play_views, views as tables
from lobby.watching import views as watching

app_name = "lobby"
urlpatterns = [
    path("", home.desk_page, name="home"),
    path("robots.txt", site_files.robots, name="robots"),
    path("sitemap.xml", site_files.sitemap, name="sitemap"),
    path(".well-known/security.txt", site_files.security, name="security"),
    path("favicon.ico", site_files.icon, {"name": "32"}, name="favicon"),
    path("apple-touch-icon.png", site_files.icon, {"name": "180"}, name="touch-icon"),
    path("manifest.webmanifest", site_files.manifest, name="manifest"),
    path("worker.js", site_files.worker, name="worker"),
    path("offline/", site_files.offline, name="offline"),
    path("card.png", site_files.card, name="card"),
    path("my-matches/", home.my_matches, name="matches"),
    path("figures/", home.figures, name="figures"),
    path("next/", home.next_one, name="next"),
    path("play/<slug:slug>/", play_views.play_now, name="play"),
    path("daily/<slug:slug>/", daily.daily, name="daily"),
    path("daily/<slug:slug>/begin/", daily.begin, name="daily-begin"),
    path("daily/<slug:slug>/<str:day>/", daily.daily, name="daily-on"),
    path("leaderboards/<slug:slug>/", leaderboards.leaderboard, name="leaderboard"),
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.new_club, name="new-club"),
    path("clubs/invitation/<str:secret>/", clubs.invitation, name="club-invitation"),
    path("clubs/<str:public_id>/", clubs.club_page, name="club"),
    path("clubs/<str:public_id>/members/", clubs.members, name="club-members"),
    path("clubs/<str:public_id>/edit/", clubs.edit, name="club-edit"),
    path("clubs/<str:public_id>/link/", clubs.link, name="club-link"),
    path("clubs/<str:public_id>/report/", clubs.report, name="club-report"),
    *(
        path(f"clubs/<str:public_id>/{what}/", clubs.change, {"what": what}, name=f"club-{what}")
        for what in clubs.CHANGES
    ),
    path("ratings/<str:public_id>/", ratings.match_ratings, name="match-ratings"),
    path("seasons/<slug:slug>/", ratings.season_page, name="season"),
    path("quick/", quick.quick, name="quick"),
    path("quick/wanted/", quick.wanted, name="quick-wanted"),
    path("quick/estimate/", quick.estimate, name="quick-estimate"),
    path("quick/<int:pk>/", quick.waiting, name="quick-waiting"),
    *(
        path(f"quick/<int:pk>/{what}/", quick.change, {"what": what}, name=f"quick-{what}")
        for what in quick.CHANGES
    ),
    path("watch/", watching.page, name="watch"),
    path("watch/boards/", watching.boards, name="watch-boards"),
    path("tables/", listing.tables, name="tables"),
    path("tables/new/<slug:slug>/", tables.new_table, name="new-table"),
    path("tables/new/<slug:slug>/words/", tables.in_words, name="in-words"),
    path("tables/<str:public_id>/", tables.table_page, name="table"),
    path("tables/<str:public_id>/names/", tables.names, name="names"),
    path("tables/<str:public_id>/join/", tables.join, name="join"),
    *(
        path(f"tables/<str:public_id>/{what}/", tables.change, {"what": what}, name=what)
        for what in tables.CHANGES
        if what != "join"
    ),
    path("settings/account/close/", people.close_account, name="close-account"),
    path("privacy/", own_data.privacy, name="privacy"),
    path("settings/data/", own_data.own_data, name="own-data"),
    path("settings/data/file/", own_data.own_data_file, name="own-data-file"),
    path("settings/hours/", hours.hours, name="hours"),
    path("settings/hours/away/", hours.go_away, name="go-away"),
    path("settings/hours/back/", hours.come_back, name="come-back"),
    path("settings/calendar/", hours.own, name="own-calendar"),
    path("settings/calendar/revoke/", hours.revoke, name="revoke-calendar"),
    path("calendar/<str:key>.ics", hours.calendar, name="calendar"),
    path("fork/<str:public_id>/", fork_views.fork, name="fork"),
    path("rematch/<str:public_id>/", tables.rematch, name="rematch"),
    path("rematch/<str:public_id>/asked/", tables.rematch_asked, name="rematch-asked"),
]
