// Code shared by all interactive parts of a page: elements made without markup, links to clauses, cards.
"use strict";

window.circular = (() => {
  const root = document.documentElement.dataset.content_root || "./";

  // Make an element. Text stays text, so no part of a link or a record becomes markup.
  function el(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value === null || value === undefined || value === false) continue;
      if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
      else node.setAttribute(key, value === true ? "" : value);
    }
    node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
    return node;
  }

  const button = (words, act, attributes) => el("button", { type: "button", onclick: act, ...attributes }, words);

  const alert = (words) => el("p", { class: "live-refusal", role: "alert" }, words);
  const details = (summary, ...body) => el("details", {}, el("summary", {}, summary), body);

  // Make a list of headings with their contents, such as the numbers of a score; contents that differ are marked.
  function resultList(rows) {
    const mark = () => el("span", { class: "live-differs" }, " (differs)");
    const row = ([key, words, differs]) => el("div", { class: differs ? "live-told differs" : "live-told" }, el("dt", {}, key), el("dd", {}, words, differs ? mark() : null));
    return el("dl", { class: "live-verdict" }, rows.map(row));
  }

  const capital = (words) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

  // Split the full id of a clause; that of a changed edition, such as change-of-1862.II.8, leads to the edition itself.
  function splitId(fullId) {
    const dot = fullId.indexOf(".");
    return [fullId.slice(0, dot).replace(/^change-of-/, ""), fullId.slice(dot + 1)];
  }

  // Link to a clause, or to an open place.
  function linkTo(edition, id, words, attributes) {
    return el("a", { href: `${root}${encodeURIComponent(edition)}/${encodeURIComponent(id)}/index.html`, ...attributes }, words);
  }

  function clauses(ids) {
    if (!ids.length) return null;
    const clauseLink = ([edition, id]) => linkTo(edition, id, id, { class: "live-clause", "aria-label": `clause ${id} of ${edition}` });
    const links = ids.map((id, number) => [number ? ", " : "", clauseLink(splitId(id))]);
    return el("span", { class: "live-clauses" }, " (", links, ")");
  }

  function readingLink(edition, name, words) {
    const [home, own] = name.includes(".") ? splitId(name) : [edition, name];
    return linkTo(home, own, words);
  }

  // Show decisions as sentences with their clauses; the reasons of each can be opened.
  function steps(list) {
    const why = (step) => el("details", {}, el("summary", { "aria-label": `Why? ${step.said}` }, "why?"), steps(step.why));
    const item = (step) => el("li", {}, step.said, clauses(step.clauses), step.why.length ? why(step) : null);
    return el("ul", { class: "live-steps" }, list.map(item));
  }

  // Make the face of a piece, for a button or by itself.
  function face(piece) {
    if (piece.is === "hidden") return el("span", { class: "live-card hidden", role: "img", "aria-label": "a hidden card" });
    if (piece.is === "free") return el("span", { class: "live-card free", role: "img", "aria-label": "an empty place" });
    const kind = `live-card${/[♥♦]/.test(piece.sign) ? " red" : ""}${piece.sign.includes(" ") ? " worded" : ""}`;
    return el("span", { class: kind, role: "img", "aria-label": piece.name }, piece.sign);
  }

  function refusal(refused) {
    return el("div", { class: "live-refusal", role: "alert" },
      el("p", {}, el("strong", {}, `Not allowed: ${refused.move}. `), refused.said, clauses(refused.clauses)),
      refused.why.length ? steps(refused.why) : null,
      refused.allowed.length ? el("p", {}, `Allowed here: ${refused.allowed.join("; ")}.`) : null,
    );
  }

  // Return a random whole number below 2 to the 52nd power, which JSON keeps exact.
  const randomSeed = () => {
    const drawn = crypto.getRandomValues(new Uint32Array(2));
    return (drawn[0] % 2 ** 20) * 2 ** 32 + drawn[1];
  };

  // Compress text for an address, and expand it.
  async function toAddress(text) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }
  async function fromAddress(packed, longest) {
    let text = "";
    try {
      const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
      const words = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream());
      const reader = words.getReader();
      for (let part; !(part = await reader.read()).done && text.length <= longest; ) text += part.value;
    } catch {
      throw new Error("This link cannot be read. Perhaps part of it is missing.");
    }
    if (text.length > longest) throw new Error("The contents of this link are too long.");
    return text;
  }

  // Put a link into the address bar and the clipboard; if copying is not allowed, the reader can copy it by hand.
  async function offerLink(where, before, href, words) {
    where.replaceChildren(el("p", {}, before, el("a", { href, class: "live-link" }, words)));
    try {
      await navigator.clipboard.writeText(new URL(href, location.href).href);
      where.append(el("p", { role: "status" }, "The link was copied."));
    } catch {
      // copying is not allowed here
    }
  }

  // Let a reader download a text as a file.
  function saveFile(name, text) {
    const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = el("a", { href: address, download: name });
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  // Return what this browser stored under a name; null if there is nothing, or no storage.
  function readStored(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }
  function store(name, text) {
    try {
      if (text === null) localStorage.removeItem(name);
      else localStorage.setItem(name, text);
    } catch {
      // storage is not allowed here
    }
  }

  // Call a function with the part of the page's address after #, now and whenever it changes.
  function onLink(follow) {
    const act = () => follow(new URLSearchParams(location.hash.slice(1)));
    act();
    addEventListener("hashchange", act);
  }

  // A part of the page that sends messages to the engine.
  class Widget {
    constructor(node) {
      this.node = node;
      this.renew();
    }

    // Abort the earlier requests; return the signal for the next ones.
    renew() {
      if (this.wanted) this.wanted.abort();
      this.wanted = new AbortController();
      return this.wanted.signal;
    }

    set busy(is) {
      this.node.setAttribute("aria-busy", String(is));
    }

    // Run an action that may be refused or aborted; show a refusal at `place`. `progress` explains engine failures.
    async guarded(act, place) {
      try {
        await act();
      } catch (error) {
        if (error.name !== "AbortError" && circular.engine.phase !== "failed") place.replaceChildren(alert(error.message));
      }
    }
  }

  // A part of the page that shows only a button until the reader opens it.
  class Folded extends Widget {
    offer(words, attributes) {
      this.opener = button(words, () => this.open(), attributes);
      this.node.replaceChildren(this.opener);
      this.node.classList.remove("is-open");
    }

    // Say what the link contains; the button opens it.
    announce(words) {
      this.node.prepend(el("p", { class: "live-carried" }, words));
      this.node.scrollIntoView();
      this.opener.focus();
    }

    async unfold(title) {
      const head = el("h3", { class: "live-head", tabindex: "-1" }, title);
      this.body = el("div", { class: "live-body" });
      const top = el("div", { class: "live-top" }, head, button("Close", () => this.close()));
      this.node.replaceChildren(top, circular.engine.progress(() => this.load()), this.body);
      this.node.classList.add("is-open");
      head.focus();
      await this.load();
    }

    close() {
      this.renew();
      this.busy = false;
      this.fold();
      this.opener.focus();
    }
  }

  return { readStored, store, capital, Widget, Folded, onLink, root, el, button, alert, details, resultList, offerLink, clauses, readingLink, steps, face, refusal, saveFile, randomSeed, toAddress, fromAddress };
})();
