"""The pages of a match."""

from django.urls import path

from games.matches.page import cards, studio_views, verifying, views
from games.matches.page.privacy import unstored

app_name = "matches"
urlpatterns = [
    path("<str:public_id>/", unstored(views.match_page), name="match"),
    path("<str:public_id>/act/", unstored(views.act), name="act"),
    path("<str:public_id>/news/", unstored(views.news), name="news"),
    path("<str:public_id>/why/", unstored(views.why), name="why"),
    path("<str:public_id>/control/", unstored(views.control), name="control"),
    path("<str:public_id>/notepad/", unstored(views.notepad), name="notepad"),
    path("<str:public_id>/card.png", cards.match_card, name="card"),
    path("<str:public_id>/log/", unstored(views.log), name="log"),
    path("<str:public_id>/boards/", studio_views.boards, name="boards"),
    path("<str:public_id>/story/", studio_views.story, name="story"),
    path("<str:public_id>/after/", unstored(studio_views.after), name="after"),
    path("<str:public_id>/verify/", unstored(verifying.page), name="verify"),
    path("<str:public_id>/verify/server/", unstored(verifying.verified), name="verified"),
    path("<str:public_id>/download/", unstored(views.download), name="download"),
    path("<str:public_id>/seats/<int:index>/", unstored(views.who), name="who"),
]
