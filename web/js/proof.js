// A match log is verified, and its match is shown: players, result, races, tables, presses.

import { Story } from "./story.js";
import { TableView } from "./table.js";

const MOST_BYTES = 100_000_000; // as photofinish verify takes
const MOST_LINES = 500_000; // more take more memory than a tab may have; a match of a day has fewer
const RACES = 5;
const ROWS = 100; // presses shown at a time

export class Proof {
  /** @param {HTMLElement} root @param {import("./engine.js").Engine} engine @param {import("./words.js").Words} words */
  constructor(root, engine, words) {
    this.root = root;
    this.engine = engine;
    this.words = words;
    const get = (/** @type {string} */ name) => /** @type {any} */ (root.querySelector(`.${name}`));
    this.parts = { drop: get("drop"), file: get("file"), paste: get("paste"), go: get("paste-go"), busy: get("busy"), bar: get("bar"), so: get("so-far"), stop: get("stop"), verdict: get("verdict"), match: get("match") };
    const { drop, file, paste, go, stop } = this.parts;
    file.addEventListener("change", () => file.files[0] && this.take(file.files[0].name, file.files[0]));
    for (const name of ["dragenter", "dragover"]) drop.addEventListener(name, (/** @type {Event} */ event) => event.preventDefault());
    drop.addEventListener("drop", (/** @type {DragEvent} */ event) => {
      event.preventDefault();
      const dropped = event.dataTransfer?.files[0];
      if (dropped) this.take(dropped.name, dropped);
    });
    go.addEventListener("click", () => this.take("-", new Blob([paste.value.replace(/\n?$/, "\n")])));
    stop.addEventListener("click", () => {
      this.engine.restart();
      this.parts.busy.hidden = true;
    });
  }

  /** Verify a log that a link names (`?log=`), if it is this page's own server's. @param {string} address */
  async follow(address) {
    const url = URL.canParse(address, location.href) ? new URL(address, location.href) : null;
    if (url?.origin !== location.origin) return this.refuse(address, this.words.word("web.proof.elsewhere"));
    try {
      const answer = await fetch(url, { mode: "same-origin" });
      if (!answer.ok) return this.unreadable(address, `${answer.status} ${answer.statusText}`);
      return this.take(address, await answer.blob());
    } catch (problem) {
      return this.unreadable(address, String(problem));
    }
  }

  /** @param {string} name @param {string} reason */
  unreadable(name, reason) {
    this.tell("unreadable", name, this.words.word("log.unreadable", { path: name, reason }), 0);
  }

  /** Say in one sentence why a log is not even begun. @param {string} name @param {string} problem */
  refuse(name, problem) {
    this.tell("unreadable", name, this.words.word("verify.problem", { path: name, problem }), 0);
  }

  /** Verify a log, and show its match if it is right. @param {string} name @param {Blob} blob */
  async take(name, blob) {
    const { busy, bar, so, match, verdict } = this.parts;
    match.hidden = verdict.hidden = true;
    if (blob.size > MOST_BYTES) return this.unreadable(name, this.words.word("file.large", { most: "100 MB" }));
    busy.hidden = false;
    const bytes = await blob.arrayBuffer();
    const view = new Uint8Array(bytes);
    let all = 0;
    for (const byte of view) if (byte === 10) all++;
    if (all > MOST_LINES) {
      busy.hidden = true;
      return this.refuse(name, this.words.word("web.proof.long", { lines: all, most: MOST_LINES }));
    }
    const text = () => new TextDecoder().decode(bytes.slice(0));
    const far = (/** @type {string} */ key, /** @type {number} */ lines, /** @type {number} */ done) => {
      bar.value = all ? (done + lines) / (2 * all) : 0;
      so.textContent = this.words.word(key, { lines });
    };
    this.engine.onRead = (lines) => far("web.proof.reading", lines, 0);
    this.engine.onLines = (lines) => far("web.proof.busy", lines, all);
    this.engine.onRead(0);
    try {
      const found = await this.engine.ask("prove", { bytes });
      const said = found.problem ? this.words.word("verify.problem", { path: name, problem: found.problem }) : this.words.word(`verify.${found.verdict}`, { path: name, lines: found.lines });
      this.tell(found.verdict, name, said, found.lines);
      if (found.verdict === "right" || found.verdict === "unfinished") await this.show(new Story(text()));
    } catch (problem) {
      if (String(problem) === "Error: stopped") return;
      this.engine.restart(); // whatever it was, the next log has an engine that works
      this.tell("unreadable", name, this.words.word("web.error", { problem: String(problem) }), 0);
    } finally {
      busy.hidden = true;
    }
  }

  /** @param {string} verdict @param {string} name @param {string} said @param {number} lines */
  tell(verdict, name, said, lines) {
    const shown = this.parts.verdict;
    shown.className = `verdict ${verdict}`;
    shown.dataset.verdict = verdict;
    shown.dataset.lines = String(lines);
    shown.querySelector("h3").textContent = this.words.word(`web.proof.${verdict}`);
    shown.querySelector("pre").textContent = said;
    shown.querySelector("p").textContent = this.words.word(`web.proof.${verdict}.means`);
    shown.hidden = false;
    shown.focus();
  }

  /** @param {Story} story */
  async show(story) {
    const { words } = this;
    const { match } = this.parts;
    const part = (/** @type {string} */ name) => match.querySelector(`.${name}`);
    const names = story.seats.map((/** @type {any} */ seat) => seat.name);
    const game = words.game(story.header.game);
    const preset = game?.presets.find((each) => each.name === story.header.preset);
    part("what").textContent = [game?.title ?? story.header.game, preset?.title ?? story.header.preset].filter(Boolean).join(": ");
    part("players").replaceChildren(...story.seats.map((/** @type {any} */ seat, /** @type {number} */ number) => {
      const item = element("li", `seat${number}`, names[number]);
      const player = seat.player === "human" ? words.word("web.story.person") : words.word("web.story.bot", { pace: seat.player.replace(/^bot:/, "") });
      item.append(element("small", "", player));
      return item;
    }));
    part("result").textContent = this.result(story, names);
    const races = story.races.slice(0, RACES).map((race) => ({ ...race, text: raceInWords(race, names, words) }));
    const drawings = await this.engine.ask("drawings", { races, unit: words.word("table.ms") });
    part("races").replaceChildren(...races.map((race, place) => {
      const row = element("li", "", "");
      const button = element("button", "to-line", words.word("web.story.line", { number: race.index + 2, count: story.lines.length + 1 }));
      button.addEventListener("click", () => this.seek(story, race.index));
      row.append(element("b", `seat${race.winner}`, race.text), drawn(drawings[place]), button);
      if (!race.judged) row.append(element("small", "", words.word("table.not_judged")));
      return row;
    }));
    part("no-race").hidden = races.length > 0;
    this.sources(story, part("sources"));
    this.view = new TableView(part("table"), story.seats.length, names, words);
    const slider = part("slider");
    slider.max = String(story.lines.length - 1);
    slider.oninput = () => this.seek(story, Number(slider.value));
    this.presses = story.presses;
    match.hidden = false;
    this.seek(story, story.lines.length - 1);
  }

  /** @param {Story} story @param {string[]} names */
  result(story, names) {
    const { words } = this;
    const outcome = story.outcome;
    if (!outcome) return words.word("web.proof.unfinished.means");
    const who = outcome.winner === null ? words.word("result.nobody") : words.word("result.won", { seat: names[outcome.winner] });
    return `${who} · ${words.ofGroup("reason", outcome.reason, outcome.reason)} · ${outcome.scores.join(" : ")}`;
  }

  /** What each source's stamps are worth, in a sentence. @param {Story} story @param {HTMLElement} list */
  sources(story, list) {
    const found = new Map(story.presses.map(({ line }) => [line.source, line.res]));
    list.replaceChildren(...[...found].map(([source, res]) => {
      const item = element("li", "", `${source} (±${this.words.margin(res)} ms): `);
      item.append(this.words.ofGroup("web.source", String(source), this.words.word("web.source.other")));
      return item;
    }));
  }

  /** Show the table after a line, and the presses round it. @param {Story} story @param {number} index */
  seek(story, index) {
    const { words } = this;
    const { match } = this.parts;
    const part = (/** @type {string} */ name) => match.querySelector(`.${name}`);
    const line = story.lines[index];
    part("slider").value = String(index);
    part("slider").setAttribute("aria-valuetext", words.word("web.story.line", { number: index + 2, count: story.lines.length + 1 }));
    part("where").textContent = `${words.word("web.story.line", { number: index + 2, count: story.lines.length + 1 })} · ${seconds(line?.t ?? 0)} s`;
    part("line").textContent = JSON.stringify(line).slice(0, 600);
    this.view?.show(story.tableAfter(index));
    const later = this.presses.findIndex(({ number }) => number >= index + 2);
    const from = later < 0 ? this.presses.length : later;
    const first = Math.max(0, Math.min(from - ROWS / 2, this.presses.length - ROWS));
    part("presses").replaceChildren(...this.presses.slice(first, first + ROWS).map(({ line: press, number }) => {
      const row = element("tr", number === index + 2 ? "here" : "", "");
      const [seat, button, down] = press.press;
      const cells = [String(number), seconds(press.t), story.seats[seat].name, `${words.ofGroup("button", button, button)} ${down ? "↓" : "↑"}`, press.source, words.margin(press.res), press.ignored ?? ""];
      row.append(...cells.map((cell) => element("td", "", cell)));
      return row;
    }));
  }
}

/** @param {{winner: number, margin: number, deadHeat: boolean}} race @param {string[]} names @param {import("./words.js").Words} words */
function raceInWords(race, names, words) {
  if (race.deadHeat) return `${words.word("table.dead_heat")}: ${words.word("table.lot", { seat: names[race.winner] })}`;
  return words.word("web.story.by", { seat: names[race.winner], margin: words.margin(race.margin) });
}

/** A drawing of the engine's worker as an element. Its texts are escaped there. @param {string} svg */
function drawn(svg) {
  const made = document.createElement("div");
  made.className = "strip";
  made.setAttribute("aria-hidden", "true"); // the words stand beside it
  made.innerHTML = svg;
  return made;
}

/** @param {number} ns */
function seconds(ns) {
  return (ns / 1e9).toFixed(6);
}

/** @param {string} name @param {string} kind @param {string} text */
function element(name, kind, text) {
  const made = document.createElement(name);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}
