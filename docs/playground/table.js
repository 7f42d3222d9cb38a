// The page's side of the worker: it is started by the first request, and answers each with a promise.

let worker;
const waiting = new Map();
let number = 0;

// Ask the sitting for something. `known` says how many events of the log the page has.
export function request(ask, known, ...parameters) {
  worker ??= started();
  return new Promise((resolve, reject) => {
    number += 1;
    waiting.set(number, { resolve, reject });
    worker.postMessage({ number, ask, known, parameters });
  });
}

function started() {
  const opened = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  opened.addEventListener("message", ({ data }) => {
    const { resolve, reject } = waiting.get(data.number);
    waiting.delete(data.number);
    if ("error" in data) reject(new Error(data.error));
    else resolve(data.answer);
  });
  return opened;
}
