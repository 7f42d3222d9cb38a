// The page's side of the worker: it is started when it is needed, watched, and can be started again.

/** @typedef {{stage: "fetching" | "starting" | "ready" | "failed", got: number, all: number, error?: string}} Progress */

/** How long nothing may come, and how long Python may take once all is here, in milliseconds. */
const SILENCE_MS = 20_000;
const START_MS = 60_000;

/** @type {Worker | null} */ let worker = null;
/** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
const waiting = new Map();
let number = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */ let limit;
/** @type {Progress} */ let last = { stage: "fetching", got: 0, all: 0 };
/** @type {(progress: Progress) => void} */ let heard = () => {};

/** Why the worker was stopped, as a code: the page has words for it. */
export class Stopped extends Error {
  /**
   * @param {"silence" | "slow" | "failed"} code
   * @param {string} detail
   */
  constructor(code, detail) {
    super(detail);
    this.code = code;
  }
}

/**
 * Be told how far the start is.
 * @param {(progress: Progress) => void} listener
 */
export function onProgress(listener) { heard = listener; }

/** Whether Python runs. */
export const isReady = () => worker !== null && last.stage === "ready";

/**
 * Ask the sitting for something; the first request starts Python.
 * @param {string} ask
 * @param {number} known how many lines of the log the page has
 * @param {string} language
 * @param {...unknown} parameters
 * @returns {Promise<any>}
 */
export function request(ask, known, language, ...parameters) {
  worker ??= started();
  const to = worker;
  return new Promise((resolve, reject) => {
    number += 1;
    waiting.set(number, { resolve, reject });
    to.postMessage({ number, ask, known, language, parameters });
  });
}

function started() {
  const opened = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  opened.addEventListener("message", ({ data }) => (data.stage ? progressed(data) : answered(data)));
  opened.addEventListener("error", (event) => stop(new Stopped("failed", event.message || "worker.js")));
  last = { stage: "fetching", got: 0, all: 0 };
  watch(SILENCE_MS);
  return opened;
}

/** @param {number} ms */
function watch(ms) {
  clearTimeout(limit);
  limit = setTimeout(() => stop(new Stopped(last.stage === "starting" ? "slow" : "silence", (last.got / 1e6).toFixed(1))), ms);
}

/** @param {Progress} progress */
function progressed(progress) {
  last = progress;
  if (progress.stage === "failed") return stop(new Stopped("failed", progress.error ?? ""));
  if (progress.stage === "ready") clearTimeout(limit);
  else watch(progress.stage === "starting" || progress.got >= progress.all ? START_MS : SILENCE_MS);
  heard(progress);
  return undefined;
}

/** @param {{number: number, answer?: unknown, error?: string}} data */
function answered(data) {
  const asked = waiting.get(data.number);
  waiting.delete(data.number);
  if (data.error === undefined) asked?.resolve(data.answer);
  else asked?.reject(new Error(data.error));
}

/**
 * End the worker: whoever waits is told why. The next request starts another.
 * @param {Error} why
 */
export function stop(why) {
  clearTimeout(limit);
  worker?.terminate();
  worker = null;
  for (const { reject } of waiting.values()) reject(why);
  waiting.clear();
}
