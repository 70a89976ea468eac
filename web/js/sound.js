// Sounds from the product's own files, once somebody has touched the page: browsers are silent before.

const OF_SAID = { stuck: "stuck" };

export class Sound {
  constructor() {
    this.on = true;
    /** @type {AudioContext | null} */
    this.context = null;
    /** @type {Map<string, Promise<AudioBuffer | null>>} */
    this.buffers = new Map();
  }

  /** Begin to play; called by a touch or a key. */
  wake() {
    if (!this.on) return;
    this.context ??= new AudioContext();
    if (this.context.state === "suspended") this.context.resume();
  }

  /** @param {string} name */
  async play(name) {
    const context = this.context;
    if (!this.on || !context) return;
    if (!this.buffers.has(name)) this.buffers.set(name, this.load(context, name));
    const buffer = await this.buffers.get(name);
    if (!buffer) return;
    const source = context.createBufferSource();
    source.buffer = buffer;
    source.connect(context.destination);
    source.start();
  }

  /** @param {AudioContext} context @param {string} name */
  async load(context, name) {
    try {
      const answer = await fetch(`sounds/${name}-1.ogg`);
      return answer.ok ? await context.decodeAudioData(await answer.arrayBuffer()) : null;
    } catch (problem) {
      console.warn(`sounds/${name}-1.ogg: ${problem}`); // a browser that cannot play Ogg is a silent one
      return null;
    }
  }

  /** One sound for an entry of the match: the one that matters most. @param {any} entry */
  entry(entry) {
    if (entry.contest && !entry.contest.dead_heat) this.play(`beaten.${entry.contest.loser % 2}`);
    else if (entry.outcome) this.play(entry.outcome.winner === 0 ? "win.0" : "lose");
    else if (entry.deal !== undefined) this.play("deal");
    else if (entry.pause !== undefined) this.play("pause");
    else {
      const found = (entry.effects ?? []).map(soundOf).filter(Boolean).sort((/** @type {any[]} */ one, /** @type {any[]} */ other) => other[0] - one[0]);
      if (found.length) this.play(found[0][1]);
    }
  }
}

/** An effect's sound and how much it matters. @param {any[]} effect @returns {[number, string] | null} */
function soundOf([kind, first, second, third]) {
  const voice = (/** @type {string} */ zone) => Number(/^seat(\d+)/.exec(zone)?.[1] ?? 0) % 2;
  if (kind === "phase") return second === undefined && first === "over" ? [9, "over"] : first === "play" ? [8, "go"] : null;
  if (kind === "say") return [7, OF_SAID[second] ?? `shout.${Math.max(first, 0) % 2}`];
  if (kind === "foul") return [6, `bounce.${first % 2}`];
  if (kind === "set" && first === "beat" && second) return [5, "beat"];
  if (kind === "move" && /^(centre|discard|pile)/.test(third)) return /^seat/.test(second) ? [4, `play.${voice(second)}.0`] : [4, "turn"];
  if (kind === "move") return [2, `draw.${voice(third)}`];
  if (kind === "turn") return [3, "turn"];
  if (kind === "gather" || kind === "shuffle") return [3, kind];
  return null;
}
