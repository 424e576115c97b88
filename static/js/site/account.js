// What people set where they use it is kept in their account; without one, by the browser.

const root = document.documentElement;

/** Keep one setting in the account. False: there is no account. */
export function keepInAccount(name, value) {
  const address = root.dataset.account;
  if (!address) return false;
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams({ name, value, csrfmiddlewaretoken: token });
  fetch(address, { method: "POST", body }).catch(() => {}); // it holds for this page
  return true;
}
