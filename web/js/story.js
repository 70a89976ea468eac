// A match read from the lines of its log, which tell all that happened (docs/match-log.md).

/** @typedef {Record<string, string[]>} Zones */
/** @typedef {Record<string, any>} Line */

const EVERY = 64; // lines between two remembered tables

export class Story {
  /** @param {string} text a log that verifies */
  constructor(text) {
    const lines = text.replace(/^\ufeff/, "").split("\n").map((line) => line.replace(/\r$/, ""));
    lines.pop(); // what stands behind the last line end was torn
    this.header = JSON.parse(lines[0]);
    /** @type {Line[]} */
    this.lines = lines.slice(1).map((line) => JSON.parse(line));
    /** @type {Zones[]} */
    this.kept = [{}];
    this.seats = this.header.seats.map((/** @type {any} */ seat, /** @type {number} */ number) => ({ ...seat, number }));
  }

  /** The seed as it stands in the log: it may have more digits than a number here. */
  get outcome() {
    const last = this.lines[this.lines.length - 1];
    return last && last.outcome !== undefined ? last.outcome : null;
  }

  /** Every press and release, with the number of its line in the log. */
  get presses() {
    return this.lines.map((line, index) => ({ line, number: index + 2 })).filter(({ line }) => line.press !== undefined);
  }

  /** The races, the closest first; what was undone has none. */
  get races() {
    /** @type {{winner: number, loser: number, margin: number, deadHeat: boolean, judged: boolean, t: number, index: number, card: string}[]} */
    const found = [];
    this.lines.forEach((line, index) => {
      if (line.void) while (found.length && found[found.length - 1].t >= line.void[0]) found.pop();
      const race = raceOf(line);
      if (race) found.push({ ...race, index });
    });
    return found.sort((one, other) => one.margin - other.margin);
  }

  /**
   * The table after a line; -1 is before the first.
   * @param {number} index @returns {Zones}
   */
  tableAfter(index) {
    const count = index + 1;
    let place = Math.min(Math.floor(count / EVERY), this.kept.length - 1);
    let zones = this.kept[place];
    for (let number = place * EVERY; number < count; number++) {
      zones = this.after(zones, this.lines[number], number);
      if ((number + 1) % EVERY === 0 && this.kept.length === (number + 1) / EVERY) this.kept.push(zones);
    }
    return zones;
  }

  /** @param {Zones} zones @param {Line} line @param {number} index @returns {Zones} */
  after(zones, line, index) {
    if (line.void !== undefined && line.press === undefined) {
      const first = this.lines.findIndex((other) => other.t >= line.void[0]);
      return this.tableAfter(Math.min(first, index) - 1);
    }
    if (line.layout) zones = { ...line.layout };
    return (line.effects ?? []).reduce(applied, zones);
  }
}

/** @param {Zones} zones @param {any[]} effect @returns {Zones} */
export function applied(zones, effect) {
  const [kind, first, second, third] = effect;
  if (kind === "move") {
    const from = zones[second];
    const place = Math.max(from.lastIndexOf(first), from.lastIndexOf(`~${first}`));
    const moved = { ...zones, [second]: from.filter((_, each) => each !== place) };
    return { ...moved, [third]: [...(moved[third] ?? []), from[place]] };
  }
  if (kind === "turn") {
    const [was, is] = second === "up" ? [`~${first}`, first] : [first, `~${first}`];
    return Object.fromEntries(Object.entries(zones).map(([name, cards]) => [name, cards.includes(was) ? cards.map((card) => (card === was ? is : card)) : cards]));
  }
  if (kind === "gather") {
    const down = zones[first].map((card) => (card[0] === "~" ? card : `~${card}`));
    return { ...zones, [first]: [], [second]: [...down, ...(zones[second] ?? [])] };
  }
  if (kind === "shuffle") {
    const down = new Set(zones[first].filter((card) => card[0] === "~"));
    return { ...zones, [first]: second.map((/** @type {string} */ card) => (down.has(`~${card}`) ? `~${card}` : card)) };
  }
  return zones;
}

/** The race of a line: a command that came too late, or the winner's of a dead heat. @param {Line} line */
function raceOf(line) {
  const shared = { t: line.t, judged: line.judged !== false, card: line.card ?? "" };
  if (line.beaten_by !== undefined) return { ...shared, winner: line.beaten_by, loser: line.seat, margin: line.margin_ns, deadHeat: false };
  if (line.dead_heat === undefined) return null;
  const loser = line.dead_heat.find((/** @type {number} */ seat) => seat !== line.seat) ?? line.seat;
  return { ...shared, winner: line.seat, loser, margin: 0, deadHeat: true };
}
