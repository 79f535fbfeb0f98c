// Runs Python and the engine: a message as text comes in, its answer as text goes out.
// It asks nobody for anything: what Python would fetch is handed over by the page.
"use strict";

const BASE = "https://engine.invalid/";
const files = new Map();

// Python refuses to start in a worker that may load classic scripts; this one needs none.
self.importScripts = () => {
  throw new Error("no scripts are loaded here");
};
self.fetch = async (address) => {
  const name = String(address).replace(BASE, "");
  if (!files.has(name)) throw new TypeError(`nothing is fetched here: ${name}`);
  const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(files.get(name), { headers: { "Content-Type": type } });
};

async function unpacked(parts) {
  const stream = new Blob(parts).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const moduleOf = (bytes) => import(URL.createObjectURL(new Blob([bytes], { type: "text/javascript" })));

async function begin(packed) {
  await Promise.all([...packed].map(async ([name, parts]) => files.set(name, await unpacked(parts))));
  const [{ loadPyodide }, runtime] = await Promise.all([
    moduleOf(files.get("pyodide.mjs")),
    moduleOf(files.get("pyodide.asm.mjs")),
  ]);
  const python = await loadPyodide({
    indexURL: BASE,
    createPyodideModule: runtime.default,
    lockFileContents: JSON.parse(new TextDecoder().decode(files.get("lock.json"))),
    stdLibURL: `${BASE}python_stdlib.zip`,
  });
  postMessage({ ready: "python" });
  python.unpackArchive(files.get("circular.zip"), "zip", { extractDir: "/engine" });
  files.clear();
  python.runPython(`
import sys
sys.path.insert(0, "/engine")
from cc_dsl.live.door import begun
with open("/engine/nodes.pickle", "rb") as file:
    answer = begun(file.read()).answer
`);
  return python.globals.get("answer");
}

let answer = null;

self.onmessage = async ({ data }) => {
  if (data.files) {
    try {
      answer = await begin(data.files);
      postMessage({ ready: "engine" });
    } catch (error) {
      postMessage({ failed: String(error) });
    }
    return;
  }
  postMessage({ id: data.id, text: answer(data.text) });
};
