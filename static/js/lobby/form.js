// The form that opens a table describes the choices in words as they are made.

const form = document.getElementById("new-table");
const QUIET = 150; // milliseconds without a change
let later;

async function tell() {
  const fields = new FormData(form);
  fields.delete("csrfmiddlewaretoken");
  const answer = await fetch(`${form.dataset.words}?${new URLSearchParams(fields)}`).catch(
    () => null,
  );
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const said = document.querySelector("#words .said");
  const fresh = page.querySelector("#words .said").textContent;
  if (said.textContent !== fresh) said.textContent = fresh;
}

form.addEventListener("input", () => {
  clearTimeout(later);
  later = setTimeout(tell, QUIET);
});
