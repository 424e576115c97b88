// htmx saves the notepad while one types. What it hasn't saved yet is saved when one leaves.

const form = document.getElementById("notepad");
const field = form?.elements.text;
let typed = false; // something that isn't saved
let sent = ""; // by htmx

function save() {
  if (!typed) return;
  typed = false;
  const headers = { "HX-Request": "true" };
  fetch(form.action, { method: "POST", body: new FormData(form), headers, keepalive: true }).catch(
    () => {
      typed = true;
    },
  );
}

if (form) {
  field.addEventListener("input", () => (typed = true));
  form.addEventListener("reset", () => (typed = false));
  field.addEventListener("htmx:before:request", () => (sent = field.value));
  field.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
    if (ctx.response.status < 400 && field.value === sent) typed = false;
  });
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", () => document.hidden && save());
}
