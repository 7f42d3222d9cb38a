// Runs the library in Python, away from the page, and keeps the sitting between requests.
//
// What it fetches it counts: the page shows how much has come. `files.json` says how much there is.

const here = new URL("./", import.meta.url);
const fetchAsIs = fetch;
let got = 0;
let all = 0;
let told = 0;

// Every file of the start comes through here, Pyodide's own too.
globalThis.fetch = async (resource, options) => {
  const response = await fetchAsIs(resource, options);
  if (!response.ok) throw new Error(`${new URL(response.url).pathname.split("/").at(-1)}: ${response.status} ${response.statusText}`);
  if (!response.body) return response;
  const counted = new TransformStream({
    transform(chunk, controller) {
      got += chunk.byteLength;
      if (all && performance.now() - told > 100) tell();
      controller.enqueue(chunk);
    },
    flush() { if (all) tell(); },
  });
  return new Response(response.body.pipeThrough(counted), { headers: response.headers, status: response.status });
};

function tell(stage = "fetching") {
  told = performance.now();
  postMessage({ stage, got: Math.min(got, all), all });
}

const of = (name) => fetch(new URL(name, here));

async function open() {
  const { bytes, wheels } = await (await of("files.json")).json();
  all = bytes;
  tell();
  // All at once: what is missing is told at once, and not when Python has started.
  const [code, pyodide, ...archives] = await Promise.all([
    of("sitting.py").then((response) => response.text()),
    import("./pyodide/pyodide.mjs").then(({ loadPyodide }) => loadPyodide()),
    ...wheels.map((wheel) => of(`wheels/${wheel}`).then((response) => response.arrayBuffer())),
  ]);
  for (const archive of archives) pyodide.unpackArchive(archive, "wheel");
  pyodide.FS.writeFile("sitting.py", code);
  tell("starting");
  return pyodide.pyimport("sitting");
}

const opened = open();
opened.then(() => postMessage({ stage: "ready", got: all, all }), (error) => postMessage({ stage: "failed", error: String(error.message ?? error) }));

let sitting;
let reading;

// What answers with a text and changes nothing.
const TEXTS = new Set(["hint", "record", "saved", "kept", "link", "session"]);
// What begins another sitting.
const STARTS = new Set(["sit", "resume"]);

async function answer({ ask, parameters, known, language }) {
  const python = await opened;
  if (TEXTS.has(ask)) return sitting[ask](...parameters);
  if (ask === "read" || ask === "reread") {
    const read = ask === "read" ? python.read_or_say(...parameters, language) : sitting.read();
    if (typeof read === "string") return { unread: read };
    reading = read;
  } else if (ask === "go") reading = reading.go(...parameters);
  else if (ask === "play_on") {
    sitting = reading.play_on(...parameters);
    reading = undefined;
  } else if (ask === "show") reading = undefined;
  else if (STARTS.has(ask)) {
    sitting = python[ask](...parameters);
    reading = undefined;
  } else sitting = sitting[ask](...parameters);
  return JSON.parse((reading ?? sitting).shown(known, language));
}

let turn = Promise.resolve();
addEventListener("message", ({ data }) => {
  turn = turn.then(async () => {
    try {
      postMessage({ number: data.number, answer: await answer(data) });
    } catch (error) {
      postMessage({ number: data.number, error: String(error.message ?? error) });
    }
  });
});
