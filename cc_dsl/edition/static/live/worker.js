// Run Python and the engine: messages come in as text, and answers go out as text.
// The worker fetches nothing itself: the page passes each file that Python would fetch as soon as it has arrived.
"use strict";

const BASE = "https://engine.invalid/";
const files = new Map(); // by name: a promise of the parts of a file, and the function that resolves it

function file(name) {
  if (!files.has(name)) {
    const one = {};
    one.parts = new Promise((resolve) => (one.hand = resolve));
    files.set(name, one);
  }
  return files.get(name);
}

async function stream(name) {
  return new Blob(await file(name).parts).stream().pipeThrough(new DecompressionStream("gzip"));
}

const unpacked = async (name) => new Uint8Array(await new Response(await stream(name)).arrayBuffer());
const asText = async (name) => new Response(await stream(name)).text();

// Python refuses to start in a worker that may load classic scripts; this one needs none.
self.importScripts = () => {
  throw new Error("no scripts are loaded here");
};
self.fetch = async (address) => {
  const name = String(address).replace(BASE, "");
  if (name !== "pyodide.asm.wasm" && name !== "python_stdlib.zip") throw new TypeError(`nothing is fetched here: ${name}`);
  return new Response(name.endsWith(".wasm") ? "" : await stream(name));
};

// Nothing else of the browser is needed here, so a rule that somebody else wrote cannot ask for it.
for (const name of ["XMLHttpRequest", "WebSocket", "WebTransport", "EventSource", "indexedDB", "caches", "BroadcastChannel", "Worker"]) {
  Object.defineProperty(self, name, { value: undefined });
}

// Compile Python while other files are still on their way; when Python asks for it, hand over the compiled module.
const compiling = stream("pyodide.asm.wasm").then((bytes) =>
  WebAssembly.compileStreaming(new Response(bytes, { headers: { "Content-Type": "application/wasm" } })),
);
compiling.catch(() => {}); // reported where it is used
WebAssembly.instantiateStreaming = async (_, imports) => {
  const module = await compiling;
  return { module, instance: await WebAssembly.instantiate(module, imports) };
};

async function moduleOf(name) {
  return import(URL.createObjectURL(new Blob([await unpacked(name)], { type: "text/javascript" })));
}

// Lay out files where Python finds them: a list of names and sizes, then their bytes.
function layOut(python, pack) {
  const length = new DataView(pack.buffer, pack.byteOffset).getUint32(0, true);
  const folders = new Set();
  let at = 4 + length;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(pack.subarray(4, at)))) {
    const path = `/engine/${name}`;
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) python.FS.mkdirTree(folder);
    folders.add(folder);
    python.FS.writeFile(path, pack.subarray(at, at + size));
    at += size;
  }
}

async function begin() {
  const [{ loadPyodide }, runtime, lock] = await Promise.all([moduleOf("pyodide.mjs"), moduleOf("pyodide.asm.mjs"), asText("lock.json")]);
  const python = await loadPyodide({
    indexURL: BASE,
    createPyodideModule: runtime.default,
    lockFileContents: JSON.parse(lock),
    stdLibURL: `${BASE}python_stdlib.zip`,
    env: { HOME: "/home/pyodide", CIRCULAR_CACHE: "/engine/cache" },
  });
  postMessage({ ready: "python" });
  layOut(python, await unpacked("circular.pack"));
  layOut(python, await unpacked("editions.pack"));
  python.runPython(`
import sys
sys.path.insert(0, "/engine")
from cc_dsl.live.dispatcher import start_engine
with open("/engine/rules.pickle", "rb") as file:
    engine = start_engine(file.read())
answer = engine.answer
`);
  return python.globals.get("answer");
}

let answer = null;

begin().then(
  (found) => {
    answer = found;
    files.clear();
    postMessage({ ready: "engine" });
  },
  (error) => postMessage({ failed: String(error) }),
);

self.onmessage = ({ data }) => {
  if (data.file) file(data.file).hand(data.parts);
  else postMessage({ text: answer(data.text) });
};
