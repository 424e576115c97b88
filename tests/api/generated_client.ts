// Plays a match to its end: whoever is to move takes their first choice.
//   node generated_client.js ADDRESS GAME TOKEN …
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type Schemas = components["schemas"];
declare const process: { argv: string[] };

const [address, game, ...tokens] = process.argv.slice(2);
const players = tokens.map((token) =>
  createClient<paths>({ baseUrl: address, headers: { Authorization: `Token ${token}` } }),
);

/** What was answered; a refusal ends the program. */
function told<Told>(answer: { data?: Told; error?: Schemas["Problem"] }): Told {
  if (answer.data === undefined) {
    throw new Error(answer.error?.detail);
  }
  return answer.data;
}

const [host, ...guests] = players;
const wanted = { game: game as Schemas["NewTable"]["game"], seats: players.length };
const table = told(await host.POST("/api/tables/", { body: wanted }));
const there = { params: { path: { public_id: table.id } } };
for (const guest of guests) {
  told(await guest.POST("/api/tables/{public_id}/join/", { ...there, body: {} }));
}
const { match } = told(await host.POST("/api/tables/{public_id}/start/", { ...there, body: {} }));
if (match === null) {
  throw new Error("the match didn't begin");
}

const here = { params: { path: { public_id: match } } };
for (;;) {
  const shown = told(await host.GET("/api/matches/{public_id}/", here));
  if (shown.result !== null) {
    console.log(shown.result.ending, shown.version);
    break;
  }
  const player = players[shown.active_seats[0]];
  const { actions, version } = told(await player.GET("/api/matches/{public_id}/", here));
  const action: Schemas["Action"] = actions[0].action;
  const body = { action, version };
  told(await player.POST("/api/matches/{public_id}/actions/", { ...here, body }));
}
