// The form that opens a table describes the choices in words, and hides choices that don't fit the
// others.

const form = document.getElementById("new-table");
const QUIET = 150; // milliseconds without a change
let later;
let requests = 0; // the number of requests, so that an older answer doesn't replace a newer one

/** Hide choices that don't fit the chosen ones, which always stay. */
function fit(unfit) {
  for (const part of form.querySelectorAll("[data-choice]")) {
    part.hidden = unfit.includes(part.dataset.choice);
  }
}

async function tell() {
  const mine = ++requests;
  const fields = new FormData(form);
  fields.delete("csrfmiddlewaretoken");
  const answer = await fetch(`${form.dataset.words}?${new URLSearchParams(fields)}`).catch(
    () => null,
  );
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== requests) return;
  const said = document.querySelector("#words .said");
  fit(page.querySelector("#words").dataset.unfit.split("|"));
  const fresh = page.querySelector("#words .said").textContent;
  if (said.textContent !== fresh) said.textContent = fresh;
}

form.addEventListener("input", () => {
  clearTimeout(later);
  later = setTimeout(tell, QUIET);
});
