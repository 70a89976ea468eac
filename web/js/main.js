// The page: its language, its two halves, and the engine that both use.

import { loadCards } from "./cards.js";
import { Engine } from "./engine.js";
import { PlayPage } from "./play.js";
import { Proof } from "./proof.js";
import { Sound } from "./sound.js";
import { LANGUAGES, loadWords, translate, wantedLanguage } from "./words.js";

async function main() {
  const loading = /** @type {HTMLElement} */ (document.querySelector(".loading"));
  const engine = new Engine((share) => {
    loading.querySelector("progress").value = share;
    loading.hidden = share >= 1;
  });
  const [words] = await Promise.all([loadWords(wantedLanguage()), loadCards()]);
  document.documentElement.lang = words.code;
  translate(document, words);
  chooseLanguage(words);

  const sound = new Sound();
  const proof = new Proof(half("proof"), engine, words);
  new PlayPage(half("play"), engine, words, sound, (name, blob) => {
    location.hash = "proof";
    proof.take(name, blob);
  });
  const mute = /** @type {HTMLButtonElement} */ (document.querySelector(".sound"));
  mute.addEventListener("click", () => {
    sound.on = !sound.on;
    mute.setAttribute("aria-pressed", String(sound.on));
  });

  const chosen = () => {
    const name = location.hash === "#proof" ? "proof" : "play";
    for (const each of ["proof", "play"]) {
      half(each).hidden = each !== name;
      document.querySelector(`nav a[href="#${each}"]`).setAttribute("aria-current", each === name ? "page" : "false");
    }
  };
  window.addEventListener("hashchange", chosen);
  chosen();

  const log = new URLSearchParams(location.search).get("log");
  if (log) {
    location.hash = "proof";
    proof.follow(log);
  }
  engine.ask("ready").then(
    () => (document.body.dataset.ready = "true"),
    (problem) => {
      loading.hidden = false;
      loading.querySelector("span").textContent = words.word("web.error", { problem: problem.message });
    },
  );
  if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("sw.js").catch((problem) => console.warn(`sw.js: ${problem}`)); // plays, but not offline
}

/** @param {string} name @returns {HTMLElement} */
function half(name) {
  return /** @type {HTMLElement} */ (document.getElementById(name));
}

/** @param {import("./words.js").Words} words */
function chooseLanguage(words) {
  const select = /** @type {HTMLSelectElement} */ (document.querySelector(".language"));
  select.replaceChildren(...LANGUAGES.map((code) => new Option(words.word(`language.${code}`), code, false, code === words.code)));
  select.addEventListener("change", () => {
    const address = new URL(location.href);
    address.searchParams.set("lang", select.value);
    location.href = address.href;
  });
}

main().catch((problem) => {
  const place = document.querySelector(".loading span");
  place.textContent = `${place.textContent} – ${problem}`;
});
