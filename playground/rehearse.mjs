// Start Python, rehearse what a page may ask for, and keep its memory: `node rehearse.mjs FOLDER NAME...`.
//
// FOLDER is the playground's in a built site. What a visitor's browser fetches then is `started.bin`, which
// holds Python with all its modules imported, instead of the standard library and the wheels. NAMES are
// modules that are imported late.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [place, ...names] = process.argv.slice(2);
const folder = resolve(place);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide", "pyodide.mjs")));
// The memory is smaller without the columns of each line, and much the same each time with fixed hashes.
const env = { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1", PYTHONHASHSEED: "0" };
const python = await loadPyodide({ _makeSnapshot: true, env });
for (const wheel of readdirSync(join(folder, "wheels")).sort()) {
  const { buffer, byteOffset, byteLength } = readFileSync(join(folder, "wheels", wheel));
  python.unpackArchive(buffer.slice(byteOffset, byteOffset + byteLength), "wheel");
}
python.FS.writeFile("sitting.py", readFileSync(join(folder, "sitting.py"), "utf-8"));
python.FS.writeFile("rehearse.py", readFileSync(new URL("rehearse.py", import.meta.url), "utf-8"));
const rehearsal = python.pyimport("rehearse");
rehearsal.rehearse(names);
rehearsal.destroy();
python.runPython("import sys, gc; del sys.modules['rehearse']; gc.collect()");
writeFileSync(join(folder, "started.bin"), gzipSync(python.makeMemorySnapshot(), { level: 9 }));
