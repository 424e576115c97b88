// What people set where they use it is kept in their account; without one, by the browser.

const root = document.documentElement;

/** Send one setting to the account; whether it is kept there. */
export async function sendToAccount(name, value) {
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value ?? "";
  const body = new URLSearchParams({ name, value, csrfmiddlewaretoken: token });
  try {
    const answer = await fetch(root.dataset.account, { method: "POST", body });
    return answer.status === 204; // who isn't logged in any more is led to a page
  } catch {
    return false;
  }
}

/** Keep one setting in the account. False: there is no account. */
export function keepInAccount(name, value) {
  if (!root.dataset.account) return false;
  sendToAccount(name, value); // it holds for this page, whether it arrives or not
  return true;
}
