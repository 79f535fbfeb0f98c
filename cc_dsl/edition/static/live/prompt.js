// A Python prompt: cells that the reader runs, one after another, with the edition loaded.
"use strict";

(() => {
  const { el, button, engine } = window.circular;
  const SECONDS = 20;
  const LONGEST = 20000;

  class Prompt {
    constructor(node) {
      this.node = node;
      this.about = JSON.parse(node.dataset.prompt);
      this.generation = 0;
      this.history = [];
      this.offer();
    }

    // Words that a link carries stand in the cell; nothing runs them but the reader.
    get carried() {
      return (new URLSearchParams(location.hash.slice(1)).get("cell") || "").slice(0, LONGEST);
    }

    offer() {
      this.edition = el(
        "select",
        { "aria-label": "The edition that is loaded" },
        Object.entries(this.about.editions).map(([name, title]) => el("option", { value: name }, title)),
      );
      this.edition.value = this.about.edition;
      const start = button("Start Python", () => this.start(), { class: "live-open" });
      const linked = this.carried ? el("p", { class: "live-carried" }, "This link carries words for Python. They are put into the cell and not run; read them before you run them.") : null;
      this.node.replaceChildren(linked || "", el("p", { class: "live-actions" }, this.edition, start));
    }

    async start() {
      this.log = el("ol", { class: "live-cells", "aria-label": "Cells and their results" });
      this.area = el("textarea", {
        class: "live-cell",
        rows: "3",
        maxlength: LONGEST,
        spellcheck: "false",
        autocapitalize: "off",
        autocomplete: "off",
        "aria-label": "Python, to be run with Control and Enter",
        onkeydown: (event) => this.key(event),
        oninput: () => this.fit(),
      });
      this.offered = el("div", { class: "live-offered", role: "group", "aria-label": "Completions" });
      this.said = el("p", { role: "status", class: "live-said" });
      this.node.replaceChildren(
        engine.progress(() => this.open()),
        this.log,
        this.area,
        el(
          "div",
          { class: "live-actions" },
          button("Run", () => this.run(), { class: "live-open" }),
          button("Complete", () => this.complete()),
          button("Link to this cell", () => this.link()),
        ),
        this.offered,
        this.said,
        el("p", { class: "live-rule" }, `Control and Enter runs the cell, Control and Space completes a name, Alt and the arrow up brings back an earlier cell. A cell that takes more than ${SECONDS} seconds is stopped.`),
      );
      this.area.value = this.carried;
      this.fit();
      await this.open();
    }

    // Begin with an empty namespace, in which the edition is loaded.
    async open() {
      this.node.setAttribute("aria-busy", "true");
      try {
        const found = await engine.ask({ do: "prompt", edition: this.edition.value }, SECONDS);
        this.generation = engine.generation;
        this.show(found.cell, found);
      } catch (error) {
        if (engine.phase !== "failed") this.fail("", error);
      }
      this.node.setAttribute("aria-busy", "false");
      this.area.focus();
    }

    async run() {
      const cell = this.area.value;
      if (!cell.trim()) return;
      this.offered.replaceChildren();
      this.node.setAttribute("aria-busy", "true");
      this.said.textContent = "Running …";
      try {
        // Where the engine was started again, the names are gone; the edition is loaded first.
        if (this.generation !== engine.generation || engine.phase !== "ready") await this.open();
        this.node.setAttribute("aria-busy", "true");
        const found = await engine.ask({ do: "cell", cell }, SECONDS);
        this.history.push(cell);
        this.back = this.history.length;
        this.area.value = "";
        this.fit();
        this.show(cell, found);
      } catch (error) {
        this.fail(cell, error);
      }
      this.node.setAttribute("aria-busy", "false");
      this.area.focus();
    }

    show(cell, { printed, value, svg, error }) {
      const picture = svg ? this.picture(svg, value) : null;
      const words = value === null || value === undefined ? null : el("pre", { class: "live-value" }, value);
      this.log.append(
        el(
          "li",
          {},
          el("pre", { class: "live-source" }, cell),
          printed ? el("pre", { class: "live-printed" }, printed) : null,
          picture,
          words,
          error ? el("pre", { class: "live-refusal" }, error) : null,
        ),
      );
      this.said.textContent = error || (printed || words ? `${printed || ""} ${value === null ? "" : value}`.trim().slice(0, 300) : "Done; nothing was printed.");
      this.node.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
    }

    // A drawing is shown as a picture, which can do nothing.
    picture(svg, words) {
      const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
      const picture = el("img", { src: address, class: "live-drawn", alt: (words || "A drawing").slice(0, 1000) });
      picture.onload = () => URL.revokeObjectURL(address);
      return picture;
    }

    fail(cell, error) {
      const lost = error.kind === "stopped" ? " The names that earlier cells made are gone; the edition is loaded again before the next cell." : "";
      this.log.append(el("li", {}, cell ? el("pre", { class: "live-source" }, cell) : null, el("p", { class: "live-refusal" }, `${error.message}${lost}`)));
      this.said.textContent = `${error.message}${lost}`;
      this.node.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
    }

    key(event) {
      if (event.ctrlKey && event.key === "Enter") {
        event.preventDefault();
        this.run();
      } else if (event.ctrlKey && event.code === "Space") {
        event.preventDefault();
        this.complete();
      } else if (event.altKey && ["ArrowUp", "ArrowDown"].includes(event.key)) {
        event.preventDefault();
        this.recall(event.key === "ArrowUp" ? -1 : 1);
      }
    }

    recall(step) {
      const wanted = (this.back ?? 0) + step;
      if (wanted < 0 || wanted > this.history.length) return;
      this.back = wanted;
      this.area.value = this.history[wanted] ?? "";
      this.fit();
    }

    fit() {
      this.area.rows = Math.min(20, Math.max(3, this.area.value.split("\n").length));
    }

    async complete() {
      const at = this.area.selectionStart;
      const before = this.area.value.slice(0, at);
      try {
        const { offered } = await engine.ask({ do: "complete", text: before.slice(-200) }, SECONDS);
        if (offered.length === 1) this.put(before, at, offered[0]);
        else {
          this.offered.replaceChildren(...offered.map((one) => button(one, () => this.put(before, at, one), { class: "live-move" })));
          this.said.textContent = offered.length ? `${offered.length} names may stand here.` : "No name that is known begins so.";
          if (offered.length) this.offered.firstElementChild.focus();
        }
      } catch (error) {
        this.fail("", error);
      }
    }

    // Put a completion in the place of the last word.
    put(before, at, word) {
      const begin = before.search(/[\p{L}\p{N}_.]*$/u);
      this.area.value = before.slice(0, begin) + word + this.area.value.slice(at);
      this.offered.replaceChildren();
      this.said.textContent = word;
      this.area.focus();
      this.area.setSelectionRange(begin + word.length, begin + word.length);
    }

    link() {
      const hash = `#${new URLSearchParams({ cell: this.area.value })}`;
      this.said.replaceChildren("This link carries the cell: ", el("a", { href: hash, class: "live-link" }, "link to this cell"));
    }
  }

  for (const node of document.querySelectorAll("[data-live=prompt]")) new Prompt(node);
})();
