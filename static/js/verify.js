// The page that checks a finished match. What a browser can check is checked here; moves and
// positions, which need the rules, by the server. Each check is a row that says how it went.

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
const LEFT_OPEN = ["unsigned", "foreign", "unplayed"]; // nothing is wrong, and nothing proven

async function checkAll() {
  const server = asked(words.server);
  run("positions");
  if (!globalThis.crypto?.subtle) {
    for (const name of ["promise", "chain", "chance", "signature"]) byServer(name, await server);
  } else {
    await checkHere(server);
  }
  const told = await server;
  end("positions", told, told.replayed ? "right" : "unplayed");
  finish();
}

/** The checks that need no rules, each with what the one before it found. */
async function checkHere(server) {
  const [text, keys] = await Promise.all([fetched(words.record), asked(words.keys)]);
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

/** What is wrong by that check; nothing, if it holds. */
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

/** Say that the server checked what this browser can't. */
function byServer(name, told) {
  part(name, "[data-who]").textContent = words.byServer;
  if (name !== "signature" || !told.ok || told.signed) end(name, told, "unable");
  else endSignature(told.key ? "foreign" : "unsigned", told.key);
}

/** Say who signed; by a key that isn't this portal's nothing is proven. */
function endSignature(how, key) {
  end("signature", { ok: how !== "foreign" || words.imported !== undefined }, how);
  if (how === "foreign") show("signature", words.foreign.replace("{key}", key));
}

function run(name) {
  row(name).dataset.state = "running";
  show(name, words.running);
}

/** Say how a check went; `how` names the words for one that found no fault. */
function end(name, { ok, step }, how) {
  row(name).dataset.state = ok ? (LEFT_OPEN.includes(how) ? "open" : "right") : "wrong";
  const at = Number.isInteger(step) ? words.wrongAt.replace("{step}", step) : words.wrong;
  show(name, ok ? words[how] : at);
}

function show(name, said) {
  part(name, "[data-said]").textContent = said;
}

function part(name, selector) {
  return row(name).querySelector(selector);
}

function row(name) {
  return list.querySelector(`[data-check="${name}"]`);
}

/** Say in one sentence how it went as a whole. */
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

async function asked(address) {
  return JSON.parse(await fetched(address));
}

checkAll().catch(() => {
  document.querySelector("[data-verdict]").textContent = words.failed;
});
