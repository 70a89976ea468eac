// The product's own texts, in the reader's language; `make page` exports them from the catalogue.

export const LANGUAGES = ["en", "de", "fr", "es", "it", "nl"];

/** @typedef {{one: string, many: string, number: string}} Plural */

export class Words {
  /** @param {{code: string, texts: Record<string, string | Plural>, games: Game[]}} exported */
  constructor(exported) {
    this.code = exported.code;
    this.games = exported.games;
    this.texts = exported.texts;
    this.plurals = new Intl.PluralRules(exported.code);
  }

  /** @param {string} key */
  has(key) {
    return key in this.texts;
  }

  /**
   * The text of a key with its values; the key itself where there is none.
   * @param {string} key
   * @param {Record<string, string | number>} [values]
   */
  word(key, values = {}) {
    const found = this.texts[key];
    if (found === undefined) return key;
    const text = typeof found === "string" ? found : this.chosen(found, Number(values[found.number]));
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  }

  /** @param {Plural} plural @param {number} number */
  chosen(plural, number) {
    return this.plurals.select(number) === "one" ? plural.one : plural.many;
  }

  /** @param {string} prefix @param {string} name @param {string} otherwise */
  ofGroup(prefix, name, otherwise) {
    return this.has(`${prefix}.${name}`) ? this.word(`${prefix}.${name}`) : otherwise;
  }

  /** A margin in ms, as the product writes it. @param {number} ns */
  margin(ns) {
    const ms = ns / 1e6;
    const text = ms < 10 ? ms.toFixed(2) : ms < 1000 ? ms.toFixed(1) : ms.toFixed(0);
    return text.replace(".", this.word("form.point"));
  }

  /** @param {string} id */
  game(id) {
    return this.games.find((game) => game.id === id);
  }
}

/** @typedef {{id: string, title: string, line: string, presets: {name: string, title: string, line: string, seats: number}[]}} Game */

/** The language that the address or the browser names. */
export function wantedLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  const wanted = [asked, ...navigator.languages].map((name) => (name ?? "").slice(0, 2));
  return wanted.find((name) => LANGUAGES.includes(name)) ?? "en";
}

/** @param {string} code */
export async function loadWords(code) {
  const answer = await fetch(`words/${code}.json`);
  if (!answer.ok) throw new Error(`words/${code}.json: ${answer.status}`);
  return new Words(await answer.json());
}

/**
 * Fill in every element that names its text by `data-word`, and its accessible name by `data-label`.
 * @param {ParentNode} root @param {Words} words
 */
export function translate(root, words) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-word]"))) element.textContent = words.word(element.dataset.word);
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-label]"))) element.setAttribute("aria-label", words.word(element.dataset.label));
}
