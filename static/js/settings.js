// The settings: says which time zone the device is in, which is the one shown until one is chosen.

const hint = document.querySelector("[data-device-zone]");
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (hint && zone) {
  hint.textContent = hint.dataset.deviceZone.replace("{zone}", zone.replaceAll("_", " "));
  hint.hidden = false;
}
