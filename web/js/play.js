// A match in the page: the frames of the engine's worker are drawn, keys and touches go to it with their time stamps.

import { BUTTONS, CODES, keyNames, Panel } from "./panel.js";
import { TableView } from "./table.js";

const RACE_MS = 1900;
const LAST_MS = 1500;
const GLIDE_MS = 120;
const SIGNS = ["M12 3L21 21H3Z", "M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z", "M3 3H21V21H3Z", "M12 3L21 12L12 21L3 12Z"];
const TOUCH = window.matchMedia("(pointer: coarse)");
const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");

export class PlayPage {
  /**
   * @param {HTMLElement} root @param {import("./engine.js").Engine} engine @param {import("./words.js").Words} words
   * @param {import("./sound.js").Sound} sound @param {(name: string, blob: Blob) => void} verify
   */
  constructor(root, engine, words, sound, verify) {
    this.engine = engine;
    this.words = words;
    this.sound = sound;
    this.verify = verify;
    const get = (/** @type {string} */ name) => /** @type {any} */ (root.querySelector(`.${name}`));
    this.parts = Object.fromEntries(["choice", "game", "preset", "line", "people", "pace", "pace-said", "begin", "stage", "board", "status", "panel0", "panel1", "race", "result", "pause", "leave", "paused"].map((name) => [name, get(name)]));
    this.playing = false;
    this.asked = false;
    this.offset = 0;
    this.choices();
    this.parts.begin.addEventListener("click", () => this.begin());
    this.parts.pause.addEventListener("click", () => this.control(this.isPaused ? "resume" : "pause"));
    this.parts.paused.addEventListener("click", () => this.control("resume"));
    this.parts.leave.addEventListener("click", () => this.leave());
    for (const [name, down] of /** @type {[string, boolean][]} */ ([["keydown", true], ["keyup", false]])) {
      window.addEventListener(name, (event) => this.typed(/** @type {KeyboardEvent} */ (event), down));
    }
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.playing && !this.isPaused) this.control("pause");
    });
  }

  // The choice of a match

  choices() {
    const { words } = this;
    const { game, preset, line, pace } = this.parts;
    const option = (/** @type {string} */ value, /** @type {string} */ text) => new Option(text, value);
    game.replaceChildren(...words.games.map((each) => option(each.id, each.title)));
    const chosen = () => {
      const found = words.game(game.value);
      preset.replaceChildren(...found.presets.map((each) => option(each.name, each.title)));
      described();
    };
    const described = () => {
      const found = words.game(game.value);
      line.textContent = `${found.line} ${found.presets.find((each) => each.name === preset.value)?.line ?? ""}`;
    };
    const paced = () => (this.parts["pace-said"].textContent = words.word("web.play.pace", { pace: pace.value }));
    game.addEventListener("change", chosen);
    preset.addEventListener("change", described);
    pace.addEventListener("input", paced);
    chosen();
    paced();
  }

  async begin() {
    const { words } = this;
    const { game, preset, people, pace, choice, stage, board } = this.parts;
    const chosen = words.game(game.value).presets.find((each) => each.name === preset.value);
    this.people = Number(people.value);
    this.names = Array.from({ length: chosen.seats }, (_, seat) => words.word(`seat.${seat}`));
    this.chosen = { game: game.value, preset: preset.value, people: this.people, pace: pace.value };
    const keys = TOUCH.matches ? null : await keyNames();
    this.panels = [this.parts.panel0, this.parts.panel1].slice(0, this.people).map((root, seat) => new Panel(root, seat, words, (...press) => this.press(...press), keys));
    this.parts.panel1.hidden = this.people < 2;
    choice.hidden = true;
    stage.hidden = false;
    document.body.classList.add("playing");
    this.parts.result.hidden = this.parts.race.hidden = true;
    this.view = new TableView(board, chosen.seats, this.names, words);
    this.until = 0;
    this.phase = "";
    this.isPaused = false;
    this.finished = false;
    const seed = Number(crypto.getRandomValues(new BigUint64Array(1))[0] & 0xffffffffffffn);
    this.sound.wake();
    this.playing = true;
    try {
      this.take(await this.engine.ask("begin", { ...this.chosen, seed, now: nanoseconds(performance.now()) }));
    } catch (problem) {
      return this.stop(/** @type {Error} */ (problem));
    }
    this.turn();
    stage.scrollIntoView();
  }

  /** Ask the engine once a frame what has happened. */
  turn() {
    if (!this.playing) return;
    requestAnimationFrame(() => this.turn());
    if (this.asked || this.finished) return;
    this.asked = true;
    this.engine.ask("frame", { now: nanoseconds(performance.now()) }).then((frame) => this.take(frame), (problem) => this.stop(problem)).finally(() => (this.asked = false));
  }

  // Input

  /** @param {number} seat @param {string} button @param {boolean} down @param {number} stamp ms */
  press(seat, button, down, stamp) {
    if (!this.playing || this.finished) return;
    this.sound.wake();
    const now = performance.now();
    const at = Math.min(stamp, now);
    this.engine.ask("press", { seat, button, down, stamp: nanoseconds(at), res: resolution, now: nanoseconds(now) }).then((frame) => this.take(frame), (problem) => this.stop(problem));
  }

  /** @param {KeyboardEvent} event @param {boolean} down */
  typed(event, down) {
    if (!this.playing || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    for (let seat = 0; seat < this.people; seat++) {
      const place = CODES[seat].indexOf(event.code);
      if (place < 0) continue;
      event.preventDefault();
      this.press(seat, BUTTONS[place], down, event.timeStamp);
    }
  }

  /** @param {string} kind */
  async control(kind) {
    if (!this.playing || this.finished) return;
    this.take(await this.engine.ask("control", { kind, now: nanoseconds(performance.now()) }));
  }

  async leave() {
    await this.control("leave");
    this.back();
  }

  back() {
    this.playing = false;
    document.body.classList.remove("playing");
    this.parts.stage.hidden = true;
    this.parts.choice.hidden = false;
    this.parts.begin.focus();
  }

  /** @param {Error} problem */
  stop(problem) {
    if (!this.playing) return;
    this.playing = false;
    document.body.classList.remove("playing"); // the header leads away
    this.parts.status.textContent = this.words.word("web.error", { problem: problem.message });
  }

  // What a frame shows

  /** @param {any} frame */
  take(frame) {
    if (!frame || !this.view) return;
    const moves = STILL.matches ? [] : this.starts(frame.entries);
    const marked = new Set(frame.keys.flat().filter((/** @type {any} */ key) => key?.label === "armed").map((/** @type {any} */ key) => key.zone));
    this.view.show(frame.zones, frame.rows, marked);
    frame.keys.forEach((/** @type {any} */ keys, /** @type {number} */ seat) => this.panels[seat].show(keys));
    this.glide(moves);
    for (const entry of frame.entries) {
      this.sound.entry(entry);
      if (entry.contest) this.race(entry.contest);
    }
    if (frame.scalars.phase === "over" && this.phase !== "over") this.lastCard(frame);
    this.phase = frame.scalars.phase;
    this.isPaused = frame.paused;
    this.parts.paused.hidden = !frame.paused;
    this.say(frame);
    this.scores(frame.scalars);
    if (frame.outcome && !this.finished) this.finish(frame.outcome);
  }

  /** Where the cards that move now lie, before they do. @param {any[]} entries */
  starts(entries) {
    return entries
      .flatMap((entry) => entry.effects ?? [])
      .filter(([kind]) => kind === "move")
      .slice(-12)
      .map(([, card, from, to]) => ({ card, to, start: this.view.find(from, card)?.getBoundingClientRect() }));
  }

  /** @param {{card: string, to: string, start: DOMRect | undefined}[]} moves */
  glide(moves) {
    for (const { card, to, start } of moves) {
      const place = /** @type {HTMLElement | undefined} */ (this.view.find(to, card));
      if (start && place) this.view.glide(place.dataset.card === "~" ? "~" : card, start, place.getBoundingClientRect(), GLIDE_MS);
    }
  }

  /** @param {any} contest */
  race(contest) {
    const { words, names } = this;
    const { race } = this.parts;
    const figure = words.margin(contest.margin_ns);
    race.className = `race flood${contest.winner}`;
    const parts = contest.dead_heat
      ? [line("b", words.word("table.dead_heat")), line("span", words.word("table.lot", { seat: names[contest.winner] }))]
      : [line("b", names[contest.winner]), line("span", words.word("table.by")), line("strong", figure), line("span", words.word("table.ms")), line("em", `${names[contest.loser]}: ${words.word("table.late_by")} ${figure} ${words.word("table.ms")}`)];
    race.replaceChildren(sign(contest.winner), ...parts, line("small", words.word("photo.not_judged")));
    race.hidden = false;
    clearTimeout(this.raceEnds);
    this.raceEnds = setTimeout(() => (race.hidden = true), RACE_MS);
  }

  /** The last card of a deal floods the table for a moment. @param {any} frame */
  lastCard(frame) {
    const won = frame.scalars.won;
    if (!(won >= 0)) return;
    const { stage } = this.parts;
    stage.dataset.flood = String(won);
    this.sound.play(`last_card.${won % 2}`);
    clearTimeout(this.floodEnds);
    this.floodEnds = setTimeout(() => delete stage.dataset.flood, LAST_MS);
  }

  /** One line of what people should do now, also for those who listen. @param {any} frame */
  say(frame) {
    const said = this.prompt(frame);
    if (this.parts.status.textContent !== said) this.parts.status.textContent = said;
  }

  /** @param {any} frame @returns {string} */
  prompt({ scalars, timer, paused, clock_ns: now, entries, keys }) {
    const { words, names } = this;
    if (paused) return words.word("web.play.paused");
    if (scalars.phase === "draw") return words.word("table.draw");
    if (scalars.phase === "ready") return `${words.word("table.ready_question")} ${words.word("button.ACTION")}`;
    if (scalars.phase === "countdown") return scalars.beat ? String(scalars.beat) : "";
    if (scalars.phase === "slap") return `${words.word("table.slap")}: ${words.word("table.slap_hint")}`;
    const foul = entries.flatMap((/** @type {any} */ entry) => entry.effects ?? []).find(([kind, seat]) => kind === "foul" && seat < this.people);
    if (foul) return words.ofGroup("foul", foul[2], words.word("table.locked"));
    for (let seat = 0; seat < this.people; seat++) if (scalars[`lock.${seat}`] > now) return `${names[seat]}: ${words.word("table.locked")}`;
    if (scalars.phase === "over") return scalars.won >= 0 ? words.word("result.won", { seat: names[scalars.won] }) : words.word("table.void");
    const shouts = keys.some((/** @type {any[]} */ each) => each[BUTTONS.indexOf("ACTION")]?.lit);
    if (scalars.stuck) return shouts ? `${words.word("table.stuck")}: ${words.word("button.ACTION")}` : words.word("table.stuck");
    if (timer) return words.ofGroup("table.clock", timer.kind, "") && words.word(`table.clock.${timer.kind}`, { seat: names[timer.seat] });
    return "";
  }

  /** @param {Record<string, any>} scalars */
  scores(scalars) {
    this.view.areas.forEach((area, seat) => (area.plate.dataset.score = String(scalars[`score.${seat}`] ?? "")));
  }

  /** @param {{winner: number | null, reason: string, scores: number[]}} outcome */
  finish(outcome) {
    const { words, names } = this;
    const { result } = this.parts;
    this.finished = true;
    result.className = `result ${outcome.winner === null ? "" : `flood${outcome.winner}`}`;
    const button = (/** @type {string} */ key, /** @type {() => void} */ then) => {
      const made = line("button", words.word(key));
      made.addEventListener("click", then);
      return made;
    };
    const who = outcome.winner === null ? words.word("result.nobody") : words.word("result.won", { seat: names[outcome.winner] });
    const again = button("web.play.again", () => this.begin());
    result.replaceChildren(
      line("h2", who),
      line("p", `${words.ofGroup("reason", outcome.reason, "")} · ${outcome.scores.join(" : ")}`),
      again,
      button("web.play.verify", async () => {
        const log = await this.log();
        this.back();
        this.verify(this.logName(), log);
      }),
      button("web.play.save", async () => save(this.logName(), await this.log())),
      button("web.play.change", () => this.back()),
    );
    result.hidden = false;
    again.focus();
  }

  logName() {
    return `${this.chosen.game}.jsonl`;
  }

  async log() {
    return new Blob([await this.engine.ask("log")], { type: "application/jsonl" });
  }
}

/** The page's clock in whole ns. @param {number} ms */
function nanoseconds(ms) {
  return Math.round(ms * 1e6);
}

/** How finely this browser's clock runs, in ns: browsers make it coarser on purpose. */
export const resolution = (() => {
  let finest = Infinity;
  const start = performance.now();
  let last = start;
  while (last - start < 4) {
    const now = performance.now();
    if (now > last) finest = Math.min(finest, now - last);
    last = now;
  }
  return Math.round(Math.min(finest, 100) * 1e6);
})();

/** @param {string} kind @param {string} text */
function line(kind, text) {
  const made = document.createElement(kind);
  made.textContent = text;
  return made;
}

/** A seat's sign, by its shape as well as by its colour. @param {number} seat */
function sign(seat) {
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawn.setAttribute("viewBox", "0 0 24 24");
  drawn.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS(drawn.namespaceURI, "path");
  shape.setAttribute("d", SIGNS[seat % SIGNS.length]);
  drawn.append(shape);
  return drawn;
}

/** @param {string} name @param {Blob} blob */
function save(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
