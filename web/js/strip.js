// A race as a strip to scale: two presses on one line of time, and the gap between them in figures.

const NS = "http://www.w3.org/2000/svg";
const HEIGHT = 92;

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
function svg(name, attributes, text) {
  const element = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  if (text !== undefined) element.textContent = text;
  return element;
}

/** The next of 1, 2, 5, 10, … at or above a number. @param {number} least */
export function nice(least) {
  const power = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= least * 0.999) ?? least;
}

/** A seat's mark, by its shape as well as by its colour. @param {number} seat @param {number} x @param {number} y */
export function mark(seat, x, y, size = 8) {
  const shapes = [
    `M${x} ${y - size}L${x + size} ${y + size}H${x - size}Z`,
    `M${x - size} ${y}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0Z`,
    `M${x - size} ${y - size}h${2 * size}v${2 * size}h${-2 * size}Z`,
    `M${x} ${y - size}L${x + size} ${y}L${x} ${y + size}L${x - size} ${y}Z`,
  ];
  return svg("path", { d: shapes[seat % shapes.length], class: `seat${seat}` });
}

/** @typedef {{winner: number, loser: number, margin: number, deadHeat: boolean}} Race */

/** @param {Race} race @param {string[]} names @param {import("./words.js").Words} words */
export function raceInWords(race, names, words) {
  if (race.deadHeat) return `${words.word("table.dead_heat")}: ${words.word("table.lot", { seat: names[race.winner] })}`;
  return words.word("web.story.by", { seat: names[race.winner], margin: words.margin(race.margin) });
}

/**
 * @param {Race} race
 * @param {string[]} names @param {import("./words.js").Words} words
 */
export function strip(race, names, words) {
  const [width, left] = window.innerWidth < 620 ? [360, 84] : [640, 150];
  const scale = nice(Math.max(race.margin, 100_000) * 1.3);
  const room = width - left - 34;
  const at = (/** @type {number} */ ns) => left + (ns / scale) * room;
    const drawn = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, class: "strip", role: "img", "aria-label": raceInWords(race, names, words) });
  for (let step = 0; step <= 4; step++) {
    const ns = (scale * step) / 4;
    drawn.append(svg("line", { x1: at(ns), x2: at(ns), y1: 8, y2: 66, class: "tick" }));
    drawn.append(svg("text", { x: at(ns), y: 84, "text-anchor": "middle", class: "figure" }, `${Number((ns / 1e6).toPrecision(3))}${step === 4 ? " ms" : ""}`));
  }
  drawn.append(svg("line", { x1: left, x2: left, y1: 4, y2: 70, class: "finish" }));
  [[race.winner, 0, 22], [race.loser, race.margin, 50]].forEach(([seat, ns, y]) => {
    drawn.append(svg("line", { x1: left, x2: width - 30, y1: y, y2: y, class: "lane" }));
    drawn.append(svg("text", { x: 8, y: y + 6, class: `name seat${seat}` }, names[seat].slice(0, 12)));
    drawn.append(mark(seat, at(ns), y));
  });
  if (!race.deadHeat) drawn.append(svg("line", { x1: left, x2: at(race.margin), y1: 36, y2: 36, class: "gap" }));
  return drawn;
}
