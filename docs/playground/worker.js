// Runs the library in Python, away from the page, and keeps the sitting between requests.

let sitting;
const opened = open();

async function open() {
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const pyodide = await loadPyodide();
  const wheels = await (await fetched("wheels.json")).json();
  for (const wheel of wheels) {
    pyodide.unpackArchive(await (await fetched(`wheels/${wheel}`)).arrayBuffer(), "wheel");
  }
  pyodide.FS.writeFile("sitting.py", await (await fetched("sitting.py")).text());
  return pyodide.pyimport("sitting");
}

async function fetched(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: ${response.status} ${response.statusText}`);
  return response;
}

// What the page asks for: a text from the sitting as it is, or a new sitting.
async function answer({ ask, known, parameters }) {
  const python = await opened;
  if (ask === "record" || ask === "session") return sitting[ask]();
  const before = sitting;
  sitting = ask === "sit" ? python.sit(...parameters) : before[ask](...parameters);
  before?.destroy();
  return JSON.parse(sitting.shown(known));
}

addEventListener("message", async ({ data }) => {
  try {
    postMessage({ number: data.number, answer: await answer(data) });
  } catch (error) {
    postMessage({ number: data.number, error: String(error) });
  }
});
