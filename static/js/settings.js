// The settings: says which time zone the device is in, which is the one shown until one is chosen,
// and for hours, which are told by the portal's zone until then, offers to choose it.

import { sendToAccount } from "./site/page.js";

const hint = document.querySelector("[data-device-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (hint && zone) {
  hint.textContent = hint.dataset.deviceZone.replace("{zone}", zone.replaceAll("_", " "));
  hint.hidden = false;
}

const offer = document.querySelector("[data-shown-zone]");
if (offer && zone && zone !== offer.dataset.shownZone) {
  const button = offer.querySelector("button");
  button.textContent = offer.dataset.take.replace("{zone}", zone.replaceAll("_", " "));
  button.addEventListener("click", async () => {
    if (!(await sendToAccount("time_zone", zone))) {
      offer.querySelector("[data-failed]").hidden = false;
      return;
    }
    const sentence = document.getElementById("zone");
    sentence.textContent = sentence.dataset.says.replace("{zone}", zone);
    offer.hidden = true;
    document.getElementById("id_begins").focus();
  });
  offer.hidden = false;
}
