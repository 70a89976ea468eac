// A table of any game: the middle, and every seat's places, from the names of the zones alone.
//
// `seat0.hand1` and its like are a seat's places in a row; `seat0.stock` lies beside them; a zone of no seat lies in the
// middle. A hand of any size (`rows`) shows the cards that the card keys play. A zone that a table does not have yet has
// no cards: before the first deal there are neither hands nor piles.

import { cardElement, cardName, showCard } from "./cards.js";

const NUMBERED = /^seat\d+\.([a-z_]+?)(\d+)$/;

/** @typedef {{slots: string[][], first: number, lit: number[]} | null} Row */

export class TableView {
  /** @param {HTMLElement} root @param {number} seats @param {string[]} names @param {import("./words.js").Words} words */
  constructor(root, seats, names, words) {
    this.root = root;
    this.names = names;
    this.words = words;
    /** @type {Map<string, HTMLElement>} */
    this.places = new Map();
    root.replaceChildren();
    root.classList.toggle("many", seats > 2);
    this.others = area(root, "others");
    this.middle = area(root, "middle");
    this.own = area(root, "own");
    this.areas = names.map((name, seat) => seatArea(seat === 0 ? this.own : this.others, seat, name));
  }

  /** @param {Record<string, string[]>} zones @param {Row[]} rows @param {Set<string>} [marked] zones to point at */
  show(zones, rows = [], marked = new Set()) {
    const middle = Object.keys(zones).filter((name) => !/^seat\d+\./.test(name));
    this.fill(this.middle, inOrder(middle), zones, marked);
    this.areas.forEach((area, seat) => {
      const own = Object.keys(zones).filter((name) => name.startsWith(`seat${seat}.`));
      const row = rows[seat] ?? null;
      const numbered = own.filter((name) => NUMBERED.test(name));
      const loose = own.filter((name) => !NUMBERED.test(name) && (zones[name].length > 0 || !row) && !(row && name === `seat${seat}.hand`));
      const hand = row ? row.slots.slice(row.first, row.first + 5).map((slot, place) => /** @type {[string, string[]]} */ ([`seat${seat}.hand#${place + 1}`, slot])) : [];
      const held = Object.fromEntries(hand);
      this.fill(area.row, row ? hand.map(([name]) => name) : numbered, row ? held : zones, marked);
      this.fill(area.side, [...(row ? numbered : []), ...loose], zones, marked);
      const more = row ? row.slots.length : 0;
      area.count.textContent = more ? String(more) : "";
    });
  }

  /** @param {HTMLElement} where @param {string[]} names @param {Record<string, string[]>} zones @param {Set<string>} marked */
  fill(where, names, zones, marked) {
    const wanted = names.map((name) => this.place(name));
    if (wanted.length !== where.children.length || wanted.some((element, place) => where.children[place] !== element)) where.replaceChildren(...wanted);
    names.forEach((name, place) => showPile(wanted[place], zones[name] ?? [], marked.has(name.split("#")[0]) && !name.includes("#")));
  }

  /** @param {string} name @returns {HTMLElement} */
  place(name) {
    let element = this.places.get(name);
    if (!element) {
      element = document.createElement("div");
      element.className = "pile";
      element.dataset.zone = name;
      element.append(cardElement());
      this.places.set(name, element);
    }
    return element;
  }

  /** Where a zone lies on the screen; a hand's cards have places of their own. @param {string} zone @param {string} card */
  find(zone, card) {
    const seat = /^seat(\d+)\.hand$/.exec(zone);
    if (seat) {
      const row = this.areas[Number(seat[1])]?.row;
      const same = row && [...row.querySelectorAll(".card")].find((each) => /** @type {HTMLElement} */ (each).dataset.card === card);
      return same ?? row?.firstElementChild ?? row;
    }
    const element = this.places.get(zone);
    return element?.isConnected ? element.firstElementChild : null;
  }

  /**
   * Let a card glide from one zone to another, over the table.
   * @param {string} card @param {DOMRect} from @param {DOMRect} to @param {number} ms
   */
  glide(card, from, to, ms) {
    const flying = cardElement(card);
    flying.classList.add("flying");
    Object.assign(flying.style, { left: `${to.left}px`, top: `${to.top}px`, width: `${to.width}px`, height: `${to.height}px` });
    document.body.append(flying);
    const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / Math.max(to.width, 1)})`;
    flying.animate([{ transform: start }, { transform: "none" }], { duration: ms, easing: "cubic-bezier(.1,.7,.3,1)" }).finished.finally(() => flying.remove());
  }
}

/** @param {HTMLElement} root @param {string} name */
function area(root, name) {
  const element = document.createElement("div");
  element.className = name;
  root.append(element);
  return element;
}

/** @param {HTMLElement} root @param {number} seat @param {string} name */
function seatArea(root, seat, name) {
  const whole = area(root, `seat at${seat}`);
  const plate = area(whole, `plate seat${seat}`);
  const label = document.createElement("b");
  label.textContent = name;
  const count = document.createElement("span");
  plate.append(label, count);
  return { whole, plate, count, row: area(whole, "row"), side: area(whole, "side") };
}

/** @param {HTMLElement} pile @param {string[]} cards @param {boolean} marked */
function showPile(pile, cards, marked) {
  const top = cards[cards.length - 1] ?? "";
  showCard(/** @type {HTMLElement} */ (pile.firstElementChild), top[0] === "~" ? "~" : top);
  pile.dataset.count = cards.length > 1 ? String(cards.length) : "";
  pile.classList.toggle("marked", marked);
  const said = `${pile.dataset.zone.split(".").pop().replace(/[#_]/g, " ")}: ${cardName(top)} (${cards.length})`;
  if (pile.getAttribute("aria-label") !== said) {
    pile.setAttribute("role", "img");
    pile.setAttribute("aria-label", said);
  }
}

/** The middle from left to right: what belongs to the left piles, then the rest mirrored. @param {string[]} names */
function inOrder(names) {
  const numbers = [...new Set(names.map((name) => Number(name.split(".")[1] ?? 0)))].sort((one, other) => one - other);
  return numbers.flatMap((number, place) => {
    const group = names.filter((name) => Number(name.split(".")[1] ?? 0) === number);
    const sorted = group.sort((one, other) => Number(one.startsWith("centre")) - Number(other.startsWith("centre")));
    return place >= numbers.length / 2 && numbers.length > 1 ? sorted.reverse() : sorted;
  });
}
