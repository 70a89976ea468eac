// Cards as elements: the product's drawings, on one picture that `make page` exports.

/** @type {{width: number, height: number, columns: number, places: Record<string, [number, number]>}} */
let sheet = { width: 144, height: 202, columns: 16, places: {} };

export async function loadCards() {
  const answer = await fetch("cards.json");
  if (!answer.ok) throw new Error(`cards.json: ${answer.status}`);
  sheet = await answer.json();
}

/** A card's code without its copy's number; `~` for any card that lies face down. @param {string} code */
function bare(code) {
  return code[0] === "~" ? "~" : code.split("/")[0];
}

/** Show a card on an element of the class `card`; an empty code leaves an empty place. @param {HTMLElement} element @param {string} code */
export function showCard(element, code) {
  if (element.dataset.card === code) return;
  element.dataset.card = code;
  const place = code ? sheet.places[bare(code)] : undefined;
  element.classList.toggle("empty", !code);
  element.textContent = code && !place ? bare(code) : ""; // a card that the sheet does not have is its code
  if (!place) {
    element.style.backgroundImage = "";
    return;
  }
  const rows = Math.max(...Object.values(sheet.places).map(([, row]) => row)) + 1;
  element.style.backgroundImage = "url(cards.png)";
  element.style.backgroundSize = `${sheet.columns * 100}% ${rows * 100}%`;
  const across = sheet.columns > 1 ? (place[0] / (sheet.columns - 1)) * 100 : 0;
  const down = rows > 1 ? (place[1] / (rows - 1)) * 100 : 0;
  element.style.backgroundPosition = `${across}% ${down}%`;
}

/** @param {string} code */
export function cardElement(code = "") {
  const element = document.createElement("div");
  element.className = "card";
  showCard(element, code);
  return element;
}

const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };

/** A card in a few letters that a screen reader can say. @param {string} code */
export function cardName(code) {
  const card = bare(code);
  if (card === "~") return "";
  return card in sheet.places && SUITS[card[1]] && card.length === 2 && !/^[RGBYW]/.test(card) ? `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]]}` : card;
}
