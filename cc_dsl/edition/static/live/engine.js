// Start the engine when a reader asks for it, and send it messages. One engine serves everything on a page.
//
// It comes as scripts, since a page opened as a file may load nothing else. It runs in a worker of this page alone,
// since a shared worker could not be ended from outside, and an endless computation must be.
"use strict";

(() => {
  const { root, el, button } = window.circular;
  const FOLDER = `${root}_static/engine/`;
  const SECONDS = 20;

  class Refused extends Error {
    constructor(kind, sentence) {
      super(sentence);
      this.kind = kind;
    }
  }

  let manifest = null; // the files of the engine, each with its parts: the name, size and digest of a script
  const parts = new Map(); // the contents of the parts that have arrived, by the name of their script
  const listeners = new Set();
  let state = { phase: "idle" };
  let starting = null;
  let worker = null;
  let queue = []; // the messages that wait for the engine
  let current = null; // the message that the engine is answering

  window.circularManifest = (files) => {
    manifest = files;
  };
  window.circularPart = (name, number, text) => {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let at = 0; at < letters.length; at += 1) bytes[at] = letters.charCodeAt(at);
    parts.set(`${name}.${number}.js`, bytes);
  };

  function setState(change) {
    state = change;
    for (const listener of listeners) listener(state);
  }

  // Return the sentence that names the feature that this browser lacks; an empty string if it lacks none.
  function missingFeature() {
    if (typeof WebAssembly !== "object") return "This browser does not support WebAssembly, or has it switched off";
    if (typeof Worker !== "function") return "This browser does not support web workers";
    if (typeof DecompressionStream !== "function") return "This browser is too old to unpack the engine";
    return "";
  }

  // Load a script of the engine, which hands over its contents by one of the two functions above.
  function loadScript(name, digest) {
    const node = el("script", { src: `${FOLDER}${name}?v=${digest}` });
    const loaded = new Promise((resolve, reject) => {
      node.onload = resolve;
      node.onerror = () => reject(new Refused("interrupted", "The download of the engine was interrupted. The part that arrived was kept."));
    });
    document.head.append(node);
    return loaded.finally(() => node.remove());
  }

  const bytesOf = (file) => file.parts.map(([name]) => parts.get(name));

  // Wait until no download is in progress; then report those that failed.
  async function all(promises) {
    const lost = (await Promise.allSettled(promises)).find(({ reason }) => reason);
    if (lost) throw lost.reason;
  }

  // Load the missing parts of these files; call `arrived` for each complete file.
  async function download(files, arrived) {
    const total = files.flatMap((file) => file.parts).reduce((sum, [, size]) => sum + size, 0);
    let have = 0;
    const progress = (size) => setState({ phase: "loading", have: (have += size), total });
    progress(0);
    const load = async ([name, size, digest]) => {
      if (!parts.has(name)) await loadScript(name, digest);
      progress(size);
    };
    await all(files.map((file) => all(file.parts.map(load)).then(() => arrived(file))));
  }

  async function workerScript(file) {
    const stream = new Blob(bytesOf(file)).stream().pipeThrough(new DecompressionStream("gzip"));
    return URL.createObjectURL(new Blob([await new Response(stream).text()], { type: "text/javascript" }));
  }

  // Make a worker, which starts Python while files are still loading; return a promise that it can answer.
  function startWorker(address) {
    worker = new Worker(address);
    const ready = new Promise((resolve, reject) => {
      const fail = (sentence) => reject(new Refused("start", sentence));
      worker.onerror = () => fail("This browser does not let the engine start.");
      worker.onmessage = ({ data }) => {
        if (data.failed) fail(`The engine could not start (${data.failed.trim().split("\n").pop().slice(0, 200)}).`);
        else if (data.ready === "engine") resolve();
        else if (data.text) receive(JSON.parse(data.text));
      };
    });
    ready.catch(() => {}); // reported by whoever awaits it
    return ready;
  }

  async function launch() {
    if (!manifest) await loadScript("manifest.js", Date.now().toString(36));
    if (manifest.absent) throw new Refused("absent", manifest.absent);
    const [script, ...files] = manifest;
    await download([script], () => {});
    const ready = startWorker(await workerScript(script));
    try {
      await download(files, (file) => worker.postMessage({ file: file.name, parts: bytesOf(file) }));
      setState({ phase: "starting" });
      await ready;
    } catch (error) {
      worker.terminate();
      throw error;
    }
    setState({ phase: "ready" });
  }

  function start() {
    if (state.phase === "ready") return Promise.resolve();
    starting ||= (async () => {
      try {
        const feature = missingFeature();
        if (feature) throw new Refused("lacking", `${feature}, so nothing can be judged or played here. The page is complete without the engine.`);
        await launch();
      } catch (error) {
        setState({ phase: "failed", kind: error.kind || "start", sentence: error.message });
        throw error;
      } finally {
        starting = null;
      }
    })();
    return starting;
  }

  // End the worker and its computation, and start another.
  function restart() {
    worker.terminate();
    const waiting = queue;
    current = null;
    queue = [];
    setState({ phase: "starting" });
    for (const message of waiting) message.refuse("The engine was stopped.");
    start().catch(() => {});
  }

  // Send the next message if the engine is free. Its time limit begins now, and it can no longer be withdrawn.
  function sendNext() {
    if (current || !queue.length) return;
    current = queue.shift();
    const { text, seconds, refuse } = current;
    current.timer = setTimeout(() => {
      refuse(`This took more than ${seconds} seconds and was stopped. The engine starts again.`);
      restart();
    }, seconds * 1000);
    worker.postMessage({ text });
  }

  function receive({ ok, error }) {
    const { resolve, reject, timer } = current;
    clearTimeout(timer);
    current = null;
    sendNext();
    if (error) reject(new Refused(error.kind, error.sentence));
    else resolve(ok);
  }

  // Send a message to the engine, which answers one at a time; return its answer, or throw a Refused with a sentence.
  // A message whose signal is aborted is dropped; if the engine has not begun it, it never will.
  async function ask(message, { seconds = SECONDS, signal } = {}) {
    await start();
    return new Promise((resolve, reject) => {
      const refuse = (sentence) => {
        clearTimeout(item.timer);
        reject(new Refused("stopped", sentence));
      };
      const abandon = () => {
        queue = queue.filter((other) => other !== item);
        reject(signal.reason);
      };
      const item = { text: JSON.stringify(message), seconds, resolve, reject, refuse };
      if (signal && signal.aborted) return abandon();
      if (signal) signal.addEventListener("abort", abandon, { once: true });
      queue.push(item);
      sendNext();
    });
  }

  const megabytes = (count) => (count / 1e6).toFixed(1);

  // Show a progress bar and a sentence until the engine is ready; if it fails, a button to try again.
  function progress(retry) {
    const bar = el("progress", { max: "1", "aria-label": "Loading the engine" });
    const words = el("p", { class: "live-progress-words", role: "status" });
    const node = el("div", { class: "live-progress" }, bar, words);
    let was = false; // whether the bar was in the page
    const show = (now) => {
      if (was && !node.isConnected) return listeners.delete(show);
      was = node.isConnected;
      node.hidden = now.phase === "ready" || now.phase === "idle";
      bar.hidden = now.phase === "failed";
      if (now.phase === "loading") {
        bar.value = now.have / now.total;
        words.textContent = `Loading the engine: ${megabytes(now.have)} of ${megabytes(now.total)} MB.`;
      } else if (now.phase === "starting") {
        bar.removeAttribute("value");
        words.textContent = "Starting the engine …";
      } else if (now.phase === "failed") {
        words.replaceChildren(now.sentence, " ");
        if (now.kind !== "absent" && now.kind !== "lacking") words.append(button("Try again", retry));
      }
    };
    listeners.add(show);
    show(state);
    return node;
  }

  window.circular.engine = { start, ask, progress, get phase() { return state.phase; } };
})();
