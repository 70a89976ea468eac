// The engine as the page sees it: questions to the worker, each with its answer.

export class Engine {
  /** @param {(share: number) => void} onLoaded told how much of the engine is loaded, 0 to 1 */
  constructor(onLoaded) {
    this.onLoaded = onLoaded;
    this.onLines = (/** @type {number} */ _lines) => {};
    this.onRead = (/** @type {number} */ _lines) => {};
    this.start();
  }

  start() {
    /** @type {Map<number, {resolve: (value: any) => void, reject: (problem: Error) => void}>} */
    this.waiting = new Map();
    this.next = 0;
    this.loaded = 0;
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => this.take(data);
    this.worker.onerror = (event) => this.fail(new Error(event.message || "worker.js"));
  }

  /** End what the worker does, and begin with a new one. */
  restart() {
    this.worker.terminate();
    this.fail(new Error("stopped"));
    this.start();
  }

  /** @param {string} what @param {Record<string, unknown>} [given] @param {Transferable[]} [moved] @returns {Promise<any>} */
  ask(what, given = {}, moved = []) {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, do: what, ...given }, moved);
    });
  }

  /** @param {any} data */
  take(data) {
    if (data.loaded !== undefined) {
      this.loaded = Math.max(this.loaded, data.loaded);
      return this.onLoaded(this.loaded);
    }
    if (data.read !== undefined) return this.onRead(data.read);
    if (data.lines !== undefined) return this.onLines(data.lines);
    const asked = this.waiting.get(data.id);
    this.waiting.delete(data.id);
    if (data.problem === undefined) asked?.resolve(data.result);
    else asked?.reject(new Error(data.problem));
  }

  /** @param {Error} problem */
  fail(problem) {
    for (const { reject } of this.waiting.values()) reject(problem);
    this.waiting.clear();
  }
}
