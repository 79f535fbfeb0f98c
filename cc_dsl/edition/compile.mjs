// Compile Python modules with Python in WebAssembly: node compile.mjs FOLDER MODULE...
//
// FOLDER holds in_wasm.py, Python itself, its library as python_stdlib.zip, and, as sources.zip, packages. The
// output is library.zip, the compiled modules of the library that the packages need, and compiled.zip, the compiled
// packages and the tables of the parser. Only the version of Python that runs in the page can make them.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [folder, ...modules] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const read = (name) => new Uint8Array(readFileSync(join(folder, name)));
const python = await loadPyodide({
  indexURL: folder.endsWith("/") ? folder : `${folder}/`,
  lockFileContents: JSON.parse(readFileSync(join(folder, "lock.json"), "utf8")),
  stdLibURL: join(folder, "python_stdlib.zip"),
  // Give sets of words in compiled modules a fixed order.
  env: { HOME: "/home/pyodide", CIRCULAR_CACHE: "/engine/cache", PYTHONHASHSEED: "0" },
});
for (const name of ["python_stdlib.zip", "sources.zip"]) {
  python.FS.writeFile(`/${name}`, read(name));
}
python.runPython(readFileSync(join(folder, "in_wasm.py"), "utf8"));
python.globals.get("main")(python.toPy(modules));
for (const name of ["library.zip", "compiled.zip"]) {
  writeFileSync(join(folder, name), python.FS.readFile(`/${name}`));
}
