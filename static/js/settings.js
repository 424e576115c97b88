// The settings: name the device's time zone, which times are shown in until a zone is chosen. Hours
// are in the portal's zone until then, so their page offers to choose the device's.

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
