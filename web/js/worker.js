// The engine, in a thread of its own: Pyodide, the engine's Python, and the page's two modules on top of it.
// Messages in: {id, do, ...}. Messages out: {id, result} or {id, problem}, and {loaded}, {read} or {lines} on the way.

import { loadPyodide } from "../pyodide/pyodide.mjs";

/** @type {Promise<{python: any, proof: any, play: any}>} */
const ready = load();
/** The match that is played now, a Python object. @type {any} */
let match = null;

const BYTES = 13_700_000; // of all that is loaded here, about

/** Tell how much has come, file by file; what is cached comes at once. */
function tellLoading() {
  let come = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) come += /** @type {PerformanceResourceTiming} */ (entry).encodedBodySize;
    postMessage({ loaded: Math.min(0.05 + (0.85 * come) / BYTES, 0.9) });
  }).observe({ type: "resource", buffered: true });
}

async function load() {
  tellLoading();
  const base = new URL("..", import.meta.url);
  const archive = fetch(new URL("engine.zip", base)).then((answer) => {
    if (!answer.ok) throw new Error(`engine.zip: ${answer.status}`);
    return answer.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: new URL("pyodide/", base).href });
  python.unpackArchive(await archive, "zip", { extractDir: "/lib/photofinish" });
  python.runPython("import sys; sys.path.insert(0, '/lib/photofinish')");
  const proof = python.pyimport("web.proof");
  const play = python.pyimport("web.play");
  postMessage({ loaded: 1 });
  return { python, proof, play };
}

const doing = {
  /** @param {{bytes: ArrayBuffer}} given */
  async prove({ bytes }) {
    const { python, proof } = await ready;
    const view = python.toPy(new Uint8Array(bytes));
    const told = (/** @type {"lines" | "read"} */ what) => (/** @type {number} */ count) => postMessage({ [what]: count });
    try {
      return JSON.parse(proof.prove(view, told("lines"), told("read")));
    } finally {
      view.destroy();
    }
  },

  /** @param {{races: {winner: number, loser: number, margin: number, text: string}[], unit: string}} given */
  async drawings({ races, unit }) {
    const { proof } = await ready;
    return races.map(({ winner, loser, margin, text }) => proof.drawing(winner, loser, margin, text, unit));
  },

  async begin({ game, preset, people, pace, seed, now }) {
    const { play } = await ready;
    match?.destroy();
    match = play.Play(game, preset, people, pace, seed, now);
    return frame(now);
  },

  async press({ seat, button, down, stamp, res, now }) {
    match.press(seat, button, down, stamp, res);
    return frame(now);
  },

  async control({ kind, now }) {
    match.control(kind, now);
    return frame(now);
  },

  async frame({ now }) {
    return frame(now);
  },

  async log() {
    return match.log();
  },

  async ready() {
    await ready;
    return true;
  },
};

/** @param {number} now */
function frame(now) {
  const text = match.frame(now);
  return text ? JSON.parse(text) : null;
}

onmessage = async ({ data }) => {
  try {
    postMessage({ id: data.id, result: await doing[data.do](data) });
  } catch (problem) {
    // The last line of a Python traceback is what a person can use.
    const lines = String(problem?.message ?? problem).trim().split("\n");
    postMessage({ id: data.id, problem: lines[lines.length - 1] });
  }
};
