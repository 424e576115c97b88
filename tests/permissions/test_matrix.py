"""Who may do what: a row for every address, a column for everyone, every cell asserted.

A cell is the status of the answer; a star says that the call changed something. (Plain forms answer
302 for yes and no alike: to where it happened, with a message.)
"""

from typing import Any

import pytest
from django.urls import get_resolver

from accounts.models import Notice
from tests.api.test_permissions import rows as calls
from tests.games.matches.conftest import BURN
from tests.permissions import cells, scene
from tests.support.also import also

TOMORROW = "2026-05-02"  # `frozen` is the day before

# Columns: anonymous member seat spectator blocked banned moderator reviewer superuser guest
SITE = """
GET  readyz                                        200  200  200  200  200  403  200  200  200  200
GET  metrics                                       404  404  404  404  404  403  404  404  404  404
GET  healthz                                       200  200  200  200  200  403  200  200  200  200
GET  doctor                                        404  404  404  404  404  403  404  404  404  404
GET  .well-known/change-password                   302  302  302  302  302  403  302  302  302  302
GET  design/                                       404  404  404  404  404  403  200  200  200  404
GET  robots.txt                                    200  200  200  200  200  403  200  200  200  200
GET  sitemap.xml                                   200  200  200  200  200  403  200  200  200  200
GET  .well-known/security.txt                      404  404  404  404  404  403  404  404  404  404
GET  favicon.ico                                   302  302  302  302  302  403  302  302  302  302
GET  apple-touch-icon.png                          302  302  302  302  302  403  302  302  302  302
GET  manifest.webmanifest                          200  200  200  200  200  403  200  200  200  200
GET  worker.js                                     200  200  200  200  200  403  200  200  200  200
GET  offline/                                      200  200  200  200  200  403  200  200  200  200
GET  card.png                                      200  200  200  200  200  403  200  200  200  200
"""
LOBBY = """
GET  /                                             200  200  200  200  200  403  200  200  200  200
GET  my-matches/                                   302  200  200  200  200  403  200  200  200  200
GET  figures/                                      302  200  200  200  200  403  200  200  200  200
GET  next/                                         302  302  302  302  302  403  302  302  302  302
GET  play/{game}/                                  200  200  200  200  200  403  200  200  200  200
POST play/{game}/                                  302* 302* 302* 302* 302* 403  302* 302* 302* 302*
GET  daily/{solo}/                                 200  200  200  200  200  403  200  200  200  200
GET  daily/{game}/                                 404  404  404  404  404  403  404  404  404  404
GET  daily/{solo}/2020-01-01/                      404  404  404  404  404  403  404  404  404  404
POST daily/{solo}/begin/                           302  302* 302  302* 302* 403  302* 302* 302* 302
GET  matches/{shut}/                               404  404  403  404  404  403  404  404  404  404
GET  matches/{shut}/card.png                      404  404  404  404  404  403  404  404  404  404
POST matches/{shut}/act/                           302  404  302  404  404  403  404  404  404  404
GET  review/{shut}/                                302  403  403  403  403  403  403  404  404  403
POST review/{shut}/open/                           302  403  403  403  403  403  403  404  404  403
GET  clubs/                                        200  200  200  200  200  403  200  200  200  200
GET  clubs/new/                                    302  200  200  200  200  403  200  200  200  403
POST clubs/new/                                    302  302* 302* 302* 302* 403  302* 302* 302* 403
GET  clubs/invitation/{secret}/                    302  302  302  302  302  403  302  302  302  302
GET  clubs/invitation/nobodys/                     404  404  404  404  404  403  404  404  404  404
GET  clubs/{club}/                                 200  200  200  200  200  403  200  200  200  200
GET  clubs/{club}/members/                         200  200  200  200  200  403  200  200  200  200
GET  clubs/{club}/edit/                            302  403  200  403  403  403  403  403  403  403
POST clubs/{club}/edit/                            302  403  302* 403  403  403  403  403  403  403
POST clubs/{club}/link/                            302  403  200* 403  403  403  403  403  403  403
GET  clubs/{club}/report/                          302  200  200  200  200  403  200  200  200  200
POST clubs/{club}/report/                          302  302* 200  302* 302* 403  302* 302* 302* 302*
POST clubs/{club}/join/                            302  302  302  302  302  403  302  302  302  302
POST clubs/{club}/leave/                           302  302  302  302* 302* 403  302  302  302  302
POST clubs/{club}/role/                            302  302  302* 302  302  403  302  302  302  302
POST clubs/{club}/remove/                          302  302  302* 302  302  403  302  302  302  302
POST clubs/{club}/ban/                             302  302  302* 302  302  403  302  302  302  302
POST clubs/{club}/unban/                           302  302  302  302  302  403  302  302  302  302
POST clubs/{club}/withdraw-link/                   302  302  302* 302  302  403  302  302  302  302
POST clubs/{club}/close/                           302  302  302* 302  302  403  302  302  302  302
POST clubs/{club}/shut/                            302  302  302  302  302  403  302* 302  302* 302
GET  leaderboards/{solo}/                          200  200  200  200  200  403  200  200  200  200
GET  leaderboards/{solo}/?club={club}              200  200  200  200  200  403  200  200  200  200
GET  leaderboards/{game}/                          404  404  404  404  404  403  404  404  404  404
GET  seasons/{game}/                               200  200  200  200  200  403  200  200  200  200
GET  seasons/{solo}/                               404  404  404  404  404  403  404  404  404  404
GET  ratings/{over}/                               404  404  404  404  404  403  404  404  404  404
GET  ratings/{rated}/                              200  200  200  200  200  403  200  200  200  200
GET  ratings/{unlisted}/                           404  404  200  404  404  403  404  404  404  404
GET  quick/                                        302  200  302  200  200  403  200  200  200  403
POST quick/                                        302  302* 302  302* 302* 403  302* 302* 302* 403
GET  quick/wanted/                                 200  200  200  200  200  403  200  200  200  200
GET  quick/estimate/?games={game}                  302  200  200  200  200  403  200  200  200  200
GET  quick/{ticket}/                               302  404  200  404  404  403  404  404  404  404
POST quick/{ticket}/leave/                         302  404  302* 404  404  403  404  404  404  404
POST quick/{ticket}/accept-ai/                     302  404  302* 404  404  403  404  404  404  404
POST quick/{ticket}/wait-on/                       302  404  302* 404  404  403  404  404  404  404
GET  watch/                                        200  200  200  200  200  403  200  200  200  200
GET  watch/boards/?match={public}&match={hidden}   200  200  200  200  200  403  200  200  200  200
GET  tables/                                       200  200  200  200  200  403  200  200  200  200
GET  tables/new/{game}/                            302  200  200  200  200  403  200  200  200  403
POST tables/new/{game}/                            302  302* 302* 302* 302* 403  302* 302* 302* 403
GET  tables/new/{game}/?invite=seat                302  200  409  200  404  403  200  200  200  403
GET  tables/new/{game}/words/                      200  200  200  200  200  403  200  200  200  200
GET  tables/{table}/                               200  200  200  200  404  403  200  200  200  200
GET  tables/{closed}/                              200  200  200  200  404  403  200  200  200  200
GET  tables/{inner}/                               404  404  200  200  404  403  404  404  404  404
POST tables/{inner}/join/                          404  404  302  302* 404  403  404  404  404  404
POST tables/{table}/join/                          302  302* 302  302* 404  403  302* 302* 302* 302
POST tables/{closed}/join/                         302* 302* 302  302* 404  403  302* 302* 302* 302*
GET  tables/{table}/names/?start=am                302  403  200  403  404  403  403  403  403  403
POST tables/{table}/leave/                         302  302  302* 302  404  403  302  302  302  302
POST tables/{table}/decline/                       302  302  302  302  404  403  302  302  302  302
POST tables/{table}/invite/                        302  302  302* 302  404  403  302  302  302  302
POST tables/{table}/kick/                          302  302  302* 302  404  403  302  302  302  302
POST tables/{table}/swap/                          302  302  302* 302  404  403  302  302  302  302
POST tables/{table}/ask-swap/                      302  302  302* 302  404  403  302  302  302  302
POST tables/{table}/answer-swap/                   302  302  302  302  404  403  302  302  302  302
POST tables/{table}/role/                          302  302  302  302  404  403  302  302  302  302
POST tables/{table}/add-ai/                        302  302  302* 302  404  403  302  302  302  302
POST tables/{table}/remove-ai/                     302  302  302* 302  404  403  302  302  302  302
POST tables/{table}/hold/                          302  302  302  302  404  403  302  302  302  302
POST tables/{table}/start/                         302  302  302  302  404  403  302  302  302  302
POST rematch/{over}/                               302  302  302* 302  302  403  302  302  302  302
POST rematch/{public}/                             302  302  302  302  302  403  302  302  302  302
GET  rematch/{over}/asked/                         302  200  200  200  200  403  200  200  200  200
GET  fork/{over}/?step=0                           200  200  200  200  200  403  200  200  200  200
GET  fork/{public}/?step=0                         200  200  200  200  200  403  200  200  200  200
GET  fork/{hidden}/?step=0                         404  404  200  404  404  403  404  404  404  404
GET  fork/{shut}/?step=0                           404  404  403  404  404  403  404  404  404  404
POST fork/{over}/?step=0                           302* 302* 302* 302* 302* 403  302* 302* 302* 302*
POST fork/{public}/?step=0                         200  200  200  200  200  403  200  200  200  200
POST fork/{hidden}/?step=0                         404  404  302* 404  404  403  404  404  404  404
"""
PEOPLE = """
GET  accounts/login/                               200  302  302  302  302  403  302  302  302  200
POST accounts/login/                               200  302  302  302  302  403  302  302  302  200
GET  accounts/logout/                              302  200  200  200  200  200  200  200  200  200
POST accounts/logout/                              302  302  302  302  302  302  302  302  302  302
GET  accounts/inactive/                            200  200  200  200  200  403  200  200  200  200
GET  accounts/signup/                              200  302  302  302  302  403  302  302  302  200
POST accounts/signup/                              302* 302  302  302  302  403  302  302  302  302*
GET  accounts/reauthenticate/                      302  403  403  403  403  403  403  403  403  403
GET  accounts/email/                               302  200  200  200  200  403  200  200  200  403
GET  accounts/confirm-email/                       200  200  200  200  200  403  200  200  200  200
GET  accounts/confirm-email/nonsense/              200  200  200  200  200  403  200  200  200  200
GET  accounts/password/change/                     302  302  302  302  302  403  302  302  302  403
GET  accounts/password/set/                        302  200  200  200  200  403  200  200  200  403
GET  accounts/password/reset/                      200  200  200  200  200  403  200  200  200  200
GET  accounts/password/reset/key/1-set-password/   200  200  200  200  200  403  200  200  200  200
GET  accounts/password/reset/key/done/             200  200  200  200  200  403  200  200  200  200
GET  accounts/password/reset/done/                 200  200  200  200  200  403  200  200  200  200
GET  accounts/login/code/confirm/                  302  302  302  302  302  403  302  302  302  302
GET  settings/                                     302  200  200  200  200  403  200  200  200  200
POST settings/                                     302  302* 302* 302* 302* 403  302* 302* 302* 403
POST settings/keep/                                302  204* 204* 204* 204* 403  204* 204* 204* 204*
GET  settings/account/                             302  200  200  200  200  403  200  200  200  403
POST settings/account/keys/                        302  200* 200* 200* 200* 403  200* 200* 200* 403
POST settings/account/keys/revoke/                 302  302* 302* 302* 302* 403  302* 302* 302* 302
POST settings/account/keys/{apikey}/revoke/        302  302  302* 302  302  403  302  302  302  302
GET  settings/account/close/                       302  200  200  200  200  200  200  200  200  403
POST settings/account/close/                       302  302  302  302  302  302  302  302  302  403
GET  privacy/                                      200  200  200  200  200  200  200  200  200  200
GET  settings/data/                                302  200  200  200  200  200  200  200  200  403
POST settings/data/                                302  302  302  302  302  302  302  302  302  403
GET  settings/data/file/                           302  404  404  404  404  404  404  404  404  404
GET  settings/hours/                               302  200  200  200  200  403  200  200  200  200
POST settings/hours/                               302  302* 302* 302* 302* 403  302* 302* 302* 302*
POST settings/hours/away/                          302  302* 302* 302* 302* 403  302* 302* 302* 302*
POST settings/hours/back/                          302  302  302  302  302  403  302  302  302  302
GET  settings/calendar/                            302  200  200  200  200  403  200  200  200  200
POST settings/calendar/                            302  200* 200* 200* 200* 403  200* 200* 200* 200*
POST settings/calendar/revoke/                     302  302  302  302  302  403  302  302  302  302
GET  calendar/nobodys.ics                          404  404  404  404  404  403  404  404  404  404
GET  settings/people/                              302  200  200  200  200  403  200  200  200  200
GET  settings/notices/                             302  200  200  200  200  403  200  200  200  200
POST settings/notices/                             302  302* 302* 302* 302* 403  302* 302* 302* 302*
POST settings/notices/test/                        302  302* 302* 302* 302* 403  302* 302* 302* 302*
GET  people/seat/                                  200  200  200  200  404  403  200  200  200  200
GET  people/banned/                                200  200  200  200  200  403  200  200  200  200
GET  people/blocked/                               200  200  404  200  200  403  200  200  200  200
GET  people/seat/compare/                          302  200  404  200  404  403  200  200  200  404
GET  people/seat/compare/?with=member              200  200  200  200  404  403  200  200  200  200
GET  people/blocked/compare/?with=member           200  200  404  200  200  403  200  200  200  200
GET  people/seat/challenge/                        302  200  409  200  404  403  200  200  200  403
POST people/member/invite/                         302  302  302* 302  404  403  302  302  302  302
GET  notices/                                      302  200  200  200  200  403  200  200  200  200
POST notices/read/                                 302  302  302* 302  302  403  302  302  302  302
GET  notices/off/{unsubscribe}/                    200  200  200  200  200  403  200  200  200  200
POST notices/off/{unsubscribe}/                    200* 200* 200* 200* 200* 403  200* 200* 200* 200*
GET  notices/{notice}/                             302  404  302  404  404  403  404  404  404  404
"""
TALK = """
POST chat/relate/                                  302  302* 302* 302* 302* 403  302* 302* 302* 302*
GET  chat/report/partner/                          302  200  200  200  200  403  200  200  200  200
POST chat/report/partner/                          302  302* 302* 302* 302* 403  302* 302* 302* 302*
GET  chat/match:{public}:players/                  404  404  200  404  404  403  404  404  404  404
GET  chat/match:{public}:watchers/                 200  200  404  200  200  403  200  200  200  200
GET  chat/match:{private}:players/                 404  404  200  404  404  403  404  404  404  404
GET  chat/match:{private}:watchers/                404  404  404  404  404  403  404  404  404  404
GET  chat/match:{over}:players/                    200  200  200  200  200  403  200  200  200  200
GET  chat/match:{over}:watchers/                   200  200  200  200  200  403  200  200  200  200
GET  chat/match:{hidden}:players/                  404  404  200  404  404  403  404  404  404  404
POST chat/lines/{message}/take-away/               302  302  404  302  302  403  302  302  302  302
GET  chat/club:{club}/                             404  404  200  200  200  403  404  404  404  404
GET  chat/table:{inner}/                           404  404  200  200  404  403  404  404  404  404
POST chat/club:{club}/say/                         404  404  302* 302* 302* 403  404  404  404  404
GET  chat/table:{table}/                           200  200  200  200  404  403  200  200  200  200
GET  chat/table:{closed}/                          200  200  200  200  404  403  200  200  200  200
POST chat/match:{public}:players/say/              404  404  302* 404  404  403  404  404  404  404
POST chat/match:{public}:watchers/say/             302  302* 404  302* 302* 403  302* 302* 302* 302
POST chat/match:{private}:watchers/say/            404  404  404  404  404  403  404  404  404  404
POST chat/table:{table}/say/                       302  302* 302* 302* 404  403  302* 302* 302* 302
"""
MATCHES = """
GET  matches/{public}/                             200  200  200  200  200  403  200  200  200  200
GET  matches/{private}/                            404  404  200  404  404  403  404  404  404  404
GET  matches/{over}/                               200  200  200  200  200  403  200  200  200  200
GET  matches/{hidden}/                             404  404  200  404  404  403  404  404  404  404
GET  matches/{public}/?step=0&as=0                 403  403  200  403  403  403  403  403  403  403
GET  matches/{public}/?step=0&as=omniscient        403  403  403  403  403  403  403  403  403  403
GET  matches/{over}/?step=0&as=omniscient          200  200  200  200  200  403  200  200  200  200
GET  matches/{public}/boards/?from=0&count=1       200  200  200  200  200  403  200  200  200  200
GET  matches/{public}/boards/?from=0&count=1&as=0  403  403  200  403  403  403  403  403  403  403
GET  matches/{private}/boards/?from=0&count=1      404  404  200  404  404  403  404  404  404  404
GET  matches/{over}/boards/?from=0&count=1&as=0    200  200  200  200  200  403  200  200  200  200
GET  matches/{hidden}/boards/?from=0&count=1       404  404  200  404  404  403  404  404  404  404
GET  matches/{public}/story/                       200  200  200  200  200  403  200  200  200  200
GET  matches/{public}/story/?as=0                  403  403  200  403  403  403  403  403  403  403
GET  matches/{private}/story/                      404  404  200  404  404  403  404  404  404  404
GET  matches/{hidden}/story/                       404  404  200  404  404  403  404  404  404  404
GET  matches/{public}/after/                       403  403  403  403  403  403  403  403  403  403
GET  matches/{private}/after/                      404  404  403  404  404  403  404  404  404  404
GET  matches/{over}/after/                         200  200  200  200  200  403  200  200  200  200
GET  matches/{hidden}/after/                       404  404  200  404  404  403  404  404  404  404
POST matches/{public}/act/                         302  302  302* 302  302  403  302  302  302  302
POST matches/{private}/act/                        302  404  302* 404  404  403  404  404  404  404
GET  matches/{public}/news/                        200  200  200  200  200  403  200  200  200  200
GET  matches/{private}/news/                       404  404  200  404  404  403  404  404  404  404
GET  matches/{public}/why/?pick=deck               200  200  200  200  200  403  200  200  200  200
GET  matches/{private}/why/?pick=deck              404  404  200  404  404  403  404  404  404  404
POST matches/{public}/notepad/                     302  302  302* 302  302  403  302  302  302  302
POST matches/{private}/notepad/                    302  404  302* 404  404  403  404  404  404  404
POST matches/{public}/control/                     302  302  302* 302  302  403  302  302  302  302
POST matches/{private}/control/                    302  404  302* 404  404  403  404  404  404  404
GET  matches/{public}/card.png                    200  200  200  200  200  403  200  200  200  200
GET  matches/{public}/log/                         200  200  200  200  200  403  200  200  200  200
GET  matches/{private}/card.png                   404  404  404  404  404  403  404  404  404  404
GET  matches/{private}/log/                        404  404  200  404  404  403  404  404  404  404
GET  matches/{public}/download/                    403  403  200  403  403  403  403  403  403  403
GET  matches/{private}/download/                   404  404  200  404  404  403  404  404  404  404
GET  matches/{over}/verify/                        200  200  200  200  200  403  200  200  200  200
GET  matches/{over}/verify/server/                 200  200  200  200  200  403  200  200  200  200
GET  matches/{public}/verify/                      403  403  403  403  403  403  403  403  403  403
GET  matches/{public}/verify/server/               403  403  403  403  403  403  403  403  403  403
GET  matches/{hidden}/verify/                      404  404  200  404  404  403  404  404  404  404
GET  matches/{hidden}/verify/server/               404  404  200  404  404  403  404  404  404  404
GET  matches/{over}/download/                      403  403  200  403  403  403  403  403  403  403
GET  matches/{public}/seats/0/                     302  302  302  302  302  403  302  302  302  302
GET  matches/{private}/seats/0/                    404  404  302  404  404  403  404  404  404  404
GET  rules/{game}/                                 200  200  200  200  200  403  200  200  200  200
GET  games/{game}/                                 302  302  302  302  302  403  302  302  302  302
GET  games/{game}/card.png                         200  200  200  200  200  403  200  200  200  200
GET  games/{game}/guide/                           200  200  200  200  200  403  200  200  200  200
GET  games/{game}/guide/1/                         200  200  200  200  200  403  200  200  200  200
"""
STAFF = """
GET  moderation/                                   302  403  403  403  403  403  200  403  200  403
GET  moderation/reports/{report}/                  302  403  403  403  403  403  200  403  200  403
POST moderation/reports/{report}/                  302  403  403  403  403  403  302* 403  302* 403
GET  moderation/people/                            302  403  403  403  403  403  200  403  200  403
GET  moderation/people/member/                     302  403  403  403  403  403  200  403  200  403
POST moderation/people/member/                     302  403  403  403  403  403  302* 403  302* 403
POST moderation/sanctions/{sanction}/lift/         302  403  403  403  403  403  302* 403  302* 403
GET  moderation/audit/                             302  403  403  403  403  403  200  200  200  403
GET  moderation/appeals/{appeal}/                  302  403  403  403  403  403  200  403  200  403
POST moderation/appeals/{appeal}/                  302  403  403  403  403  403  302* 403  302* 403
GET  moderation/ban/                               302  302  302  302  302  200  302  302  302  302
POST moderation/ban/                               302  302  302  302  302  200  302  302  302  302
POST moderation/acknowledge/                       302  302  302  302  302  403  302  302  302  302
GET  review/                                       302  403  403  403  403  403  403  200  200  403
GET  review/{public}/                              302  403  403  403  403  403  403  200  200  403
GET  review/{private}/                             302  403  403  403  403  403  403  200  200  403
GET  review/{private}/seats/0/                     302  403  403  403  403  403  403  302  302  403
POST review/{private}/open/                        302  403  403  403  403  403  403  302* 302* 403
GET  review/{private}/studio/                      302  403  403  403  403  403  403  302  302  403
GET  review/{private}/boards/?from=0&count=1       302  403  403  403  403  403  403  403  403  403
GET  review/{private}/story/                       302  403  403  403  403  403  403  403  403  403
GET  review/{private}/back/?to=0                   302  403  403  403  403  403  403  302  302  403
GET  review/{private}/end/                         302  403  403  403  403  403  403  302  302  403
POST review/{private}/record/                      302  403  403  403  403  403  403  302  302  403
POST review/{private}/do/                          302  403  403  403  403  403  403  302* 302* 403
GET  admin/                                        302  302  302  302  302  403  200  200  200  302
GET  admin/matches/match/                          302  302  302  302  302  403  403  200  200  302
GET  admin/accounts/user/                          302  302  302  302  302  403  403  403  200  302
GET  admin/accounts/auditentry/                    302  302  302  302  302  403  403  403  200  302
"""
TABLES = {"site": SITE, "lobby": LOBBY, "people": PEOPLE, "talk": TALK}
TABLES |= {"matches": MATCHES, "staff": STAFF}
HEADS = [*TABLES, "calls"]

# What is sent, where something is.
BODIES: dict[str, dict[str, Any]] = {
    "POST fork/{}/?step=0": {"seat": "0", "player_1": "easy"},
    "POST accounts/login/": {"login": "member", "password": "wrong"},
    "POST accounts/signup/": {"username": "elder", "password1": "violet-kettle-9"},
    "POST settings/": {"shown_name": "Somebody", "theme": "dark", "telling_speed": "fast"},
    "POST settings/hours/": {"begins": "23:00", "ends": "07:00", "free_days": "6"},
    "POST settings/hours/away/": {"first": TOMORROW, "last": TOMORROW},
    "POST settings/notices/": {
        **{f"{event}-mail": "never" for event in Notice.Event.values},
        "digest_hour": "9",
    },
    "POST settings/keep/": {"name": "theme", "value": "dark"},
    "POST people/member/invite/": {"table": "{table}"},
    "POST moderation/reports/{}/": {"verdict": "dismiss", "decision": "no"},
    "POST moderation/people/member/": {"kind": "warning", "reason": "be kind", "duration": ""},
    "POST moderation/appeals/{}/": {"verdict": "lift", "answer": "enough"},
    "POST moderation/ban/": {"text": "I didn't do it."},
    "POST moderation/sanctions/{}/lift/": {"reason": "enough"},
    "POST chat/relate/": {"mute": "partner"},
    "POST chat/report/partner/": {"reason": "rude"},
    "POST chat/match:{}:players/say/": {"text": "hello"},
    "POST chat/match:{}:watchers/say/": {"text": "hello"},
    "POST chat/table:{}/say/": {"text": "hello"},
    "POST chat/club:{}/say/": {"text": "hello"},
    "POST clubs/new/": {"name": "Square Table"},
    "POST clubs/{}/edit/": {"name": "Old Table"},
    "POST clubs/{}/report/": {"reason": "rude"},
    "POST clubs/{}/role/": {"member": "partner", "role": "organizer"},
    "POST clubs/{}/remove/": {"member": "partner"},
    "POST clubs/{}/ban/": {"member": "partner"},
    "POST clubs/{}/unban/": {"member": "partner"},
    "POST clubs/{}/shut/": {"reason": "Hate."},
    "POST matches/{}/notepad/": {"text": "mind the bell"},
    "POST matches/{}/act/": {"action": '{{"type":"draw"}}', "version": "0"},
    "POST matches/{}/control/": {"control": "resign", "version": "0"},
    "POST review/{}/open/": {"reason": "A complaint."},
    "POST review/{}/do/": {"deed": "void", "reason": "A complaint."},
    "POST play/{}/": {"opponents": "1", "level": "easy"},
    "POST quick/": {"games": [BURN], "paces": ["none"], "least": "2", "most": "3"},
    "POST tables/new/{}/": {
        "seat-1": "open",
        "pace": "none",
        **{f"seat-{index}": "unused" for index in (2, 3, 4)},
    },
    "POST tables/{}/invite/": {"name": "spectator"},
    "POST tables/{}/kick/": {"seat": "1"},
    "POST tables/{}/swap/": {"seat": "0", "other": "2"},
    "POST tables/{}/ask-swap/": {"seat": "1"},
    "POST tables/{}/answer-swap/": {"seat": "1", "yes": "1"},
    "POST tables/{}/role/": {"seat": "1", "role": ""},
    "POST tables/{}/add-ai/": {"level": "easy"},
    "POST tables/{}/remove-ai/": {"seat": "3"},
}


@pytest.mark.whole  # a thousand answers
@pytest.mark.django_db
@pytest.mark.usefixtures("frozen")  # a day's challenge ends at midnight
@pytest.mark.parametrize("how", ["telling", *also("all")])
@pytest.mark.parametrize("name", TABLES)
def test_everybody_gets_what_is_theirs(name: str, how: str) -> None:
    """Before a release every cell, otherwise what tells something of who asks."""
    cells.try_all(scene.make(), cells.rows(TABLES[name]), BODIES, how)


@pytest.mark.django_db
@pytest.mark.usefixtures("frozen")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.again if name != "site" else ()) for name in HEADS],
)
def test_whoever_may_get_may_ask_for_the_head(name: str) -> None:
    """As those who get most places; no address answers HEAD with anything but GET's status."""
    table = calls() if name == "calls" else cells.rows(TABLES[name])
    who = "superuser" if name == "staff" else "seat"
    heads = [("HEAD", path, {who: row[who]}) for method, path, row in table if method == "GET"]
    cells.try_all(scene.make(), heads, BODIES, "all")


def test_every_address_stands_in_a_table() -> None:
    rows = [*calls(), *(row for table in TABLES.values() for row in cells.rows(table))]
    listed = {cells.view_of(path) for _method, path, _answers in rows}
    views = cells.views(get_resolver())
    assert [route for view, route in views.items() if view not in listed] == ["api/"]
