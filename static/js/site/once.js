// A form is sent once: by a double click, one would open two tables. And only to a server that
// answers: a browser's own error page would take the place of what was typed.
import { toast } from "./toast.js";

const AGAIN_AFTER = 4_000; // ms, by which it has led nowhere, or to a file
const PATIENCE = 5_000; // ms for a sign of life
const root = document.documentElement;

let reached = null; // the form that is sent because the server has just answered

const again = (form) => delete form.dataset.sent;
const isDoubtful = () => !navigator.onLine || [root, document.getElementById("page")].some(isCut);
const isCut = (element) => [element?.dataset.me, element?.dataset.socket].includes("lost");

/** Send the form if the server answers; otherwise say that it doesn't. */
async function sendIfReached(form, submitter) {
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = await fetch(`${root.dataset.root}/healthz`, { signal }).catch(() => null);
  if (!answer || answer.status >= 500) {
    toast(document.getElementById("toast").dataset.away);
    return;
  }
  reached = form;
  form.requestSubmit(submitter);
  reached = null;
}

/** Hold back every form that is sent while it is on its way already. */
export function sendOnce() {
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (event.defaultPrevented || form.getAttribute("method")?.toLowerCase() !== "post") return;
    if ("sent" in form.dataset) return event.preventDefault();
    if (form !== reached && isDoubtful()) {
      event.preventDefault();
      sendIfReached(form, submitter);
      return;
    }
    form.dataset.sent = "";
    setTimeout(() => again(form), AGAIN_AFTER);
  });
  // who comes back to the page may send it again
  addEventListener("pageshow", () => document.querySelectorAll("form[data-sent]").forEach(again));
}
