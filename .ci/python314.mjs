// Run tests in Python 3.14, as Pyodide has it: `node python314.mjs TREE WHEELS TEST...`, where
// Pyodide is in the playground's node_modules. It has pure Python alone: no processes, no Numba.
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [tree, wheels, ...tests] = process.argv.slice(2);
const pyodide = resolve(tree, "playground/node_modules/pyodide/pyodide.mjs");
const { loadPyodide } = await import(pathToFileURL(pyodide));
const python = await loadPyodide({ env: { HOME: "/", HYPOTHESIS_PROFILE: "quick" } });
python.mountNodeFS("/tree", resolve(tree));
python.mountNodeFS("/wheels", resolve(wheels));
const names = readdirSync(wheels).map((name) => join("/wheels", name));
python.globals.set("names", python.toPy(names));
python.globals.set("tests", python.toPy(tests));
process.exitCode = await python.runPythonAsync(`
import os, sys, zipfile
for name in names:
    zipfile.ZipFile(name).extractall("/site")
sys.path.insert(0, "/site")
sys.dont_write_bytecode = True
os.chdir("/tree")
import pytest
plugins = ("cacheprovider", "faulthandler")
int(pytest.main(["-q", *(f"-pno:{plugin}" for plugin in plugins), *tests]))
`);
