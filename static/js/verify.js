// The page that checks a finished match. What a browser can check is checked here; moves and
// positions, which need the rules, by the server. Each check is a row that says how it went.

import {
  checkChain,
  checkChance,
  checkPromise,
  checkSignature,
  Fault,
  read,
} from "./verify/record.js";

const list = document.querySelector("[data-verify]");
const words = list.dataset;

async function checkAll() {
  const server = asked(words.server);
  show("positions", words.running);
  if (!globalThis.crypto?.subtle) {
    for (const name of ["promise", "chain", "chance", "signature"]) byServer(name, await server);
  } else {
    await checkHere(server);
  }
  const told = await server;
  end("positions", told, told.replayed ? words.right : words.unplayed);
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
    chance: (progress) => checkChance(found.record, found.seed, progress),
    signature: async () => {
      const known = keys.keys.map((key) => key.key);
      found.signed = await checkSignature(found.record, found.head, known);
    },
  };
  for (const [name, check] of Object.entries(checks)) {
    const fault = await faultOf(name, check);
    if (fault) return end(name, fault);
    if (name !== "signature") end(name, { ok: true }, words.right);
  }
  if (found.signed === "unable") byServer("signature", await server);
  else end("signature", { ok: true }, words[found.signed]);
}

/** What is wrong by that check; nothing, if it holds. */
async function faultOf(name, check) {
  const bar = part(name, "progress");
  show(name, words.running);
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
  end(name, told, name === "signature" && !told.signed ? words.unsigned : words.unable);
}

function end(name, { ok, step }, said) {
  const row = list.querySelector(`[data-check="${name}"]`);
  row.dataset.state = ok ? "right" : "wrong";
  const at = Number.isInteger(step) ? words.wrongAt.replace("{step}", step) : words.wrong;
  show(name, ok ? said : at);
}

function show(name, said) {
  part(name, "[data-said]").textContent = said;
}

function part(name, selector) {
  return list.querySelector(`[data-check="${name}"] ${selector}`);
}

/** Say in one sentence how it went as a whole. */
function finish() {
  const rows = [...list.querySelectorAll("[data-check]")];
  for (const row of rows.filter((one) => !one.dataset.state)) {
    show(row.dataset.check, words.skipped);
  }
  const right = rows.every((row) => row.dataset.state === "right");
  const verdict = document.querySelector("[data-verdict]");
  verdict.textContent = right ? words.allRight : words.notRight;
  verdict.classList.add(right ? "success" : "error");
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
