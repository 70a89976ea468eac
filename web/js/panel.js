// Eight keys of a seat, to be touched, clicked or typed; each says what it does now.

import { cardName } from "./cards.js";

export const BUTTONS = ["CARD1", "CARD2", "CARD3", "CARD4", "CARD5", "LEFT", "RIGHT", "ACTION"];

// Where the cabinet's keyboard has them (hardware/keyboard.py), by place, so that a Z for a Y changes nothing.
export const CODES = [
  ["KeyA", "KeyS", "KeyD", "KeyF", "KeyG", "KeyC", "KeyV", "KeyX"],
  ["Digit7", "Digit8", "Digit9", "Digit0", "Minus", "KeyY", "KeyU", "KeyI"],
];

/** What is printed on a key, as far as the browser knows. @returns {Promise<(code: string) => string>} */
export async function keyNames() {
  const usual = (/** @type {string} */ code) => (code === "Minus" ? "-" : code.replace(/^(Key|Digit)/, ""));
  try {
    const layout = await /** @type {any} */ (navigator).keyboard.getLayoutMap();
    return (code) => (layout.get(code) ?? usual(code)).toUpperCase();
  } catch {
    return usual; // browsers but Chromium's do not tell, nor does a page that is not served safely
  }
}

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣", R: "■", G: "▲", B: "●", Y: "◆" };

export class Panel {
  /**
   * @param {HTMLElement} root @param {number} seat @param {import("./words.js").Words} words
   * @param {(seat: number, button: string, down: boolean, stamp: number) => void} press stamp: ms of the page's clock
   * @param {((code: string) => string) | null} names what is printed on the keys; null where there is no keyboard
   */
  constructor(root, seat, words, press, names) {
    this.seat = seat;
    this.words = words;
    this.press = press;
    root.classList.add("panel", `seat${seat}`);
    this.keys = BUTTONS.map((button, place) => {
      const key = document.createElement("button");
      key.type = "button";
      key.className = `key ${button.toLowerCase()}`;
      key.dataset.button = button;
      const word = document.createElement("span");
      const hint = document.createElement("small");
      hint.textContent = names ? names(CODES[seat][place]) : "";
      key.append(word, hint);
      let down = false;
      const up = (/** @type {Event} */ event) => {
        if (down) this.press(seat, button, false, event.timeStamp);
        down = false;
      };
      key.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        try {
          key.setPointerCapture(event.pointerId);
        } catch {
          // a pointer that is gone already
        }
        down = true;
        this.press(seat, button, true, event.timeStamp);
      });
      for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) key.addEventListener(name, up);
      key.addEventListener("contextmenu", (event) => event.preventDefault());
      key.addEventListener("click", (event) => {
        if (event.detail !== 0) return; // a pointer's: told above
        this.press(seat, button, true, event.timeStamp);
        this.press(seat, button, false, event.timeStamp + 1);
      });
      return key;
    });
    root.replaceChildren(...this.keys);
    this.show(BUTTONS.map(() => null));
  }

  /** @param {({label: string, lit: boolean, zone: string, card: string, sign: string, glows: boolean} | null)[]} meanings */
  show(meanings) {
    meanings.forEach((meaning, place) => {
      const key = this.keys[place];
      const label = meaning?.label ? this.words.ofGroup("label", meaning.label, meaning.label) : "";
      const sign = meaning?.sign ? signOf(meaning.sign, this.words) : "";
      const text = [label, sign].filter(Boolean).join(" ") || this.words.word(`button.${BUTTONS[place]}`);
      const lit = Boolean(meaning?.lit);
      const said = `${this.words.word(`button.${BUTTONS[place]}`)}: ${label || "–"} ${sign} ${cardName(meaning?.card ?? "")}`.trim();
      if (key.firstElementChild.textContent !== text) key.firstElementChild.textContent = text;
      key.classList.toggle("lit", lit);
      key.classList.toggle("glows", Boolean(meaning?.glows));
      if (key.getAttribute("aria-label") !== said) key.setAttribute("aria-label", said);
      key.setAttribute("aria-disabled", String(!lit));
    });
  }
}

/** @param {string} sign @param {import("./words.js").Words} words */
function signOf(sign, words) {
  const [kind, value] = sign.split(".");
  if (kind === "seat") return words.ofGroup("seat", value, value);
  return SIGNS[value] ?? "";
}
