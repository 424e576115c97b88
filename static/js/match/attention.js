// Tells a player that it has become their turn: a short sound, and a blinking title while the page
// is out of sight.
import { namePage, pageName } from "../title.js";
import { prefers } from "./preferences.js";

const NOTES = [
  [587.33, 0],
  [880, 0.13],
]; // Hz, and seconds after the beginning
const RINGING = 0.5; // s, of each note
const LOUD = 0.12; // of 1
const BLINK = 1_000; // ms
const still = matchMedia("(prefers-reduced-motion: reduce)");

let sound = null;

function ring(pitch, at) {
  const voice = new OscillatorNode(sound, { type: "sine", frequency: pitch });
  const volume = new GainNode(sound, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUD, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + RINGING);
  voice.connect(volume).connect(sound.destination);
  voice.start(at);
  voice.stop(at + RINGING);
}

/** Browsers allow no sound before the page has been touched, so we don't try. */
async function chime() {
  if (!navigator.userActivation?.hasBeenActive) return;
  sound ??= new AudioContext();
  await sound.resume();
  for (const [pitch, after] of NOTES) ring(pitch, sound.currentTime + after);
}

export class Attention {
  #words;
  #title = pageName();
  #mine;
  #blinking = null;

  /** @param {string} words what the title alternates with; `mine`: it is their turn now */
  constructor(words, mine) {
    this.#words = words;
    this.#mine = mine;
    document.addEventListener("visibilitychange", () => document.hidden || this.#rest());
  }

  /** What the page is called. */
  set title(text) {
    this.#title = text;
    if (this.#blinking === null) namePage(text);
  }

  /** Whether it is the player's turn now. */
  turn(mine) {
    const now = mine && !this.#mine;
    this.#mine = mine;
    if (!mine) this.#rest();
    if (!now) return;
    if (prefers("sounds")) chime().catch(() => {}); // a device without sound
    if (prefers("blink") && document.hidden) this.#blink();
  }

  #blink() {
    let called = false;
    const change = () => {
      called = !called;
      namePage(called ? this.#words : this.#title);
    };
    change();
    this.#blinking = still.matches ? 0 : setInterval(change, BLINK);
  }

  #rest() {
    if (this.#blinking === null) return;
    clearInterval(this.#blinking);
    this.#blinking = null;
    namePage(this.#title);
  }
}
