// Runs the library in Python, away from the page, and keeps the sitting between requests.
//
// What it fetches it counts: the page shows how much has come. `files.json` says how much there is.

const here = new URL("./", import.meta.url);
const fetchAsIs = fetch;
let got = 0;
let all = 0;
let told = 0;

// What is asked for before it is needed, by its address.
const ahead = new Map();
/** Why a file could not be fetched, if one could not. */
let missing;

// Every file of the start comes through here, Pyodide's own too.
globalThis.fetch = async (resource, options) => {
  const url = new URL(resource.url ?? resource, here).href;
  const response = await (ahead.get(url) ?? fetchAsIs(resource, options));
  ahead.delete(url);
  if (!response.ok) throw (missing = new Error(`${new URL(response.url).pathname.split("/").at(-1)}: ${response.status} ${response.statusText}`));
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

function tell() {
  told = performance.now();
  postMessage({ stage: all && got >= all ? "starting" : "fetching", got: Math.min(got, all), all });
}

const of = (name) => fetch(new URL(name, here));
const bytesOf = (name) => of(name).then((response) => response.arrayBuffer());

async function open() {
  // All at once: what is missing is told at once, and not when Python has started.
  const wasm = new URL("pyodide/pyodide.asm.wasm", here);
  ahead.set(wasm.href, fetchAsIs(wasm));
  const [{ wheels }, { loadPyodide }, packed, { default: create }] = await Promise.all([
    of("files.json").then((response) => response.json()).then((files) => { all = files.bytes; tell(); return files; }),
    import("./pyodide/pyodide.mjs"), of("started.bin"), import("./pyodide/pyodide.asm.mjs"),
  ]);
  return remembered(loadPyodide, create, packed).catch((error) => {
    if (missing) throw missing;
    console.info(`Python starts from nothing: ${error}`);
    return fresh(loadPyodide, wheels);
  });
}

/** Python as it was once all modules were imported; their files are not needed any more. */
async function remembered(loadPyodide, create, packed) {
  const memory = await new Response(packed.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const stdLibURL = URL.createObjectURL(new Blob([]));
  const createPyodideModule = async (settings) => {
    const module = await create(settings);
    while (module.HEAP8.length < memory.byteLength) module._malloc(1 << 20); // until there is room for it
    return module;
  };
  const pyodide = await loadPyodide({ _loadSnapshot: new Uint8Array(memory), stdLibURL, createPyodideModule });
  return pyodide.pyimport("sitting");
}

/** Python from nothing, should a browser not take the memory of another machine. */
async function fresh(loadPyodide, wheels) {
  const [code, pyodide, ...archives] = await Promise.all([
    of("sitting.py").then((response) => response.text()), loadPyodide(), ...wheels.map((wheel) => bytesOf(`wheels/${wheel}`)),
  ]);
  for (const archive of archives) pyodide.unpackArchive(archive, "wheel");
  pyodide.FS.writeFile("sitting.py", code);
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
