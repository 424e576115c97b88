// What every page does: the theme switch, forms that are sent once, times in the reader's zone, and
// for someone who is logged in, their socket. Beside this script a page has one of its own at most.
import { keepInAccount } from "./site/account.js";
import { follow, sayWhyItEnded } from "./site/me.js";
import { sendOnce } from "./site/once.js";
import { localizeTimes } from "./site/times.js";
import { toast } from "./site/toast.js";

const root = document.documentElement;

function switchTheme() {
  const dark =
    getComputedStyle(root).colorScheme === "dark" ||
    (!root.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = dark ? "light" : "dark";
  if (keepInAccount("theme", root.dataset.theme)) return;
  try {
    localStorage.setItem("theme", root.dataset.theme);
  } catch {
    /* it holds for this page */
  }
}

for (const button of document.querySelectorAll("[data-theme-switch]")) {
  button.addEventListener("click", switchTheme);
}
for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.querySelector(button.dataset.copy).value);
    toast(button.dataset.copied, { seconds: 3 });
  });
}
// A dialog opens by `data-open="its id"`, closes by any `data-close` in it or a click beside it.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-open], [data-close], [data-toast]");
  if (event.target instanceof HTMLDialogElement) event.target.close();
  if (!button) return;
  if (button.dataset.open) document.getElementById(button.dataset.open).showModal();
  if ("close" in button.dataset) button.closest("dialog").close();
  if (button.dataset.toast) toast(button.dataset.toast);
});
sendOnce();
localizeTimes();
document.addEventListener("htmx:after:swap", () => localizeTimes());
// What htmx was to send and wasn't taken is said; what it only asks for, it asks for again.
document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => {
  if (ctx.request.method.toUpperCase() === "GET") return;
  let said = document.getElementById("toast").dataset.failed;
  try {
    said = JSON.parse(ctx.text).detail ?? said;
  } catch {
    /* a page, maybe of the proxy before the portal */
  }
  toast(said);
});
if ("me" in root.dataset) follow();
else sayWhyItEnded();
