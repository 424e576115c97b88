// The page that verifies a finished match. The browser checks all it can; the server checks moves
// and positions, which need the rules. Each check is a row with its outcome.

import {
  checkChain,
  checkChance,
  checkEnd,
  checkPromise,
  checkSignature,
  Fault,
  read,
} from "./verify/record.js";

const list = document.querySelector("[data-verify]");
const words = list.dataset;
const LEFT_OPEN = ["unsigned", "foreign", "unplayed"]; // nothing is wrong, but nothing is proven

async function checkAll() {
  const server = fetchedJson(words.server);
  run("positions");
  if (!globalThis.crypto?.subtle) {
    for (const name of ["promise", "chain", "chance", "signature"]) byServer(name, await server);
  } else {
    await checkHere(server);
  }
  const verdict = await server;
  end("positions", verdict, verdict.replayed ? "right" : "unplayed");
  finish();
}

/** The checks that need no rules; each uses results of the previous ones. */
async function checkHere(server) {
  const [text, keys] = await Promise.all([fetched(words.record), fetchedJson(words.keys)]);
  const found = {};
  const checks = {
    promise: async () => {
      found.record = read(text);
      found.seed = await checkPromise(found.record);
    },
    chain: async (progress) => {
      found.head = await checkChain(found.record, progress);
    },
    chance: async (progress) => {
      await checkChance(found.record, found.seed, progress);
      checkEnd(found.record);
    },
    signature: async () => {
      const known = keys.keys.map((key) => key.key);
      found.signed = await checkSignature(found.record, found.head, known);
    },
  };
  for (const [name, check] of Object.entries(checks)) {
    const fault = await faultOf(name, check);
    if (fault) return end(name, fault);
    if (name !== "signature") end(name, { ok: true }, "right");
  }
  if (found.signed === "unable") byServer("signature", await server);
  else endSignature(found.signed, found.record.get("signature")?.get("key"));
}

/** The fault that a check finds, if any. */
async function faultOf(name, check) {
  const bar = part(name, "progress");
  run(name);
  try {
    await check((done, all) => {
      if (bar) Object.assign(bar, { max: all, value: done });
    });
  } catch (error) {
    return { ok: false, step: error instanceof Fault ? error.step : null };
  }
}

/** Show that the server made a check that this browser can't. */
function byServer(name, verdict) {
  part(name, "[data-who]").textContent = words.byServer;
  if (name !== "signature" || !verdict.ok || verdict.signed) end(name, verdict, "unable");
  else endSignature(verdict.key ? "foreign" : "unsigned", verdict.key);
}

/** Show who signed; a key that isn't this portal's proves nothing. */
function endSignature(how, key) {
  end("signature", { ok: how !== "foreign" || words.imported !== undefined }, how);
  if (how === "foreign") show("signature", words.foreign.replace("{key}", key));
}

function run(name) {
  row(name).dataset.state = "running";
  show(name, words.running);
}

/** Show the outcome of a check; `how` names the words if it found no fault. */
function end(name, { ok, step }, how) {
  row(name).dataset.state = ok ? (LEFT_OPEN.includes(how) ? "open" : "right") : "wrong";
  const at = Number.isInteger(step) ? words.wrongAt.replace("{step}", step) : words.wrong;
  show(name, ok ? words[how] : at);
}

function show(name, text) {
  part(name, "[data-said]").textContent = text;
}

function part(name, selector) {
  return row(name).querySelector(selector);
}

function row(name) {
  return list.querySelector(`[data-check="${name}"]`);
}

/** Show the overall verdict in one sentence. */
function finish() {
  const rows = [...list.querySelectorAll("[data-check]")];
  for (const one of rows) {
    if (!one.dataset.state) show(one.dataset.check, words.skipped);
  }
  const states = rows.map((one) => one.dataset.state);
  const right = states.every((state) => state === "right" || state === "open");
  const verdict = document.querySelector("[data-verdict]");
  const rest = states.includes("open") ? words.restRight : words.allRight;
  const good = row("signature").dataset.state === "open" ? words.unproven : rest;
  verdict.textContent = right ? good : words.notRight;
  if (!right) verdict.classList.add("error");
  else if (good === words.allRight) verdict.classList.add("success");
}

async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.text();
}

async function fetchedJson(address) {
  return JSON.parse(await fetched(address));
}

checkAll().catch(() => {
  document.querySelector("[data-verdict]").textContent = words.failed;
});
