// Edit a rule beside its clause; the engine checks the draft, and judges and plays with it.
"use strict";

(() => {
  const { Folded, onLink, el, button, offerLink, saveFile, randomSeed, toAddress, fromAddress, engine, Trial, Table } = window.circular;
  const LONGEST = 20000;
  const PAUSE = 250; // milliseconds without a key before the draft is checked
  const FILE = "change.rules";

  class Change extends Folded {
    constructor(node) {
      super(node);
      this.about = JSON.parse(node.dataset.change);
      this.storedText = ""; // the draft, which survives closing the editor, or comes from a link
      this.fold();
    }

    fold() {
      this.offer("Change this rule", { class: "live-quiet", "aria-label": `Change this rule: ${this.about.clause}` });
    }

    open() {
      return this.unfold(`Change rule ${this.about.clause}`);
    }

    async restore(packed) {
      this.fold();
      try {
        this.storedText = await fromAddress(packed, LONGEST);
      } catch {
        this.node.prepend(el("p", { role: "alert" }, "The change in this link cannot be read."));
        return;
      }
      this.announce("This link contains a change of this rule. “Change this rule” shows it.");
    }

    // Keep the draft until the editor is opened again.
    close() {
      clearTimeout(this.timer);
      const text = this.area ? this.text : "";
      this.area = null;
      super.close();
      if (!text) return;
      this.storedText = text === this.draft.text ? "" : text;
      if (this.storedText)
        this.node.append(el("p", { class: "live-carried", role: "status" }, "Your text was kept. “Change this rule” shows it again."));
    }

    load() {
      const { edition, clause } = this.about;
      const signal = this.renew();
      return this.guarded(async () => {
        this.draft = await engine.ask({ do: "draft", edition, clause }, { signal });
        this.showEditor();
        await this.check();
      }, this.body);
    }

    showEditor() {
      const label = `Edit the sentences of rule ${this.about.clause}`;
      this.area = el("textarea", { class: "live-area", spellcheck: "false", maxlength: LONGEST, rows: "8", "aria-label": label, oninput: () => this.checkSoon() });
      this.area.value = this.storedText || this.draft.text;
      this.problems = el("div", { class: "live-problems", role: "status" });
      this.actions = el("div", { class: "live-actions" },
        button("Judge", () => this.judge()),
        button("Play", () => this.play()),
        button("Link", () => this.showLink()),
        button("Download", () => this.download()),
        button("As printed", () => this.reset()),
      );
      this.answer = el("div", { class: "live-answer" });
      this.body.replaceChildren(
        el("blockquote", {}, this.draft.words),
        this.area,
        this.problems,
        this.actions,
        this.answer,
      );
    }

    get text() {
      return this.area.value;
    }

    get side() {
      return { edition: this.about.edition, overlay: this.text };
    }

    checkSoon() {
      this.renew();
      this.busy = true;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.check(), PAUSE);
    }

    reset() {
      this.area.value = this.draft.text;
      this.answer.replaceChildren();
      this.checkSoon();
    }

    // Let the engine check the draft, and show its problems.
    async check() {
      const signal = this.renew();
      this.busy = true;
      try {
        const found = await engine.ask({ do: "check", ...this.side }, { signal });
        this.sound = found.sound;
        this.showProblems(found);
      } catch (error) {
        if (signal.aborted) return;
        this.sound = false;
        this.problems.replaceChildren(el("p", { class: "live-refusal" }, error.message));
      }
      for (const one of this.actions.querySelectorAll("button")) one.disabled = !this.sound && !/Link|Download|printed/.test(one.textContent);
      this.busy = false;
    }

    // Select the words of a problem. The engine counts code points as Python does, JavaScript counts UTF-16 units.
    selectWords({ start, end }) {
      const [from, to] = [start, end].map((at) => [...this.text].slice(0, at).join("").length);
      this.area.focus();
      this.area.setSelectionRange(from, to);
    }

    showProblems({ problems, sound, digest }) {
      const items = problems.map((one) =>
        el("li", {},
          one.level === "error" ? "" : el("strong", {}, "Note: "),
          one.line ? [button(`Line ${one.line}`, () => this.selectWords(one)), " "] : null,
          one.said,
          one.remedies.length ? el("span", { class: "live-remedy" }, ` ${one.remedies.join(" ")}`) : null,
        ),
      );
      const head = sound ? `This can be played. The digest of the changed rules is ${digest}.` : "This cannot be played yet.";
      this.problems.replaceChildren(el("p", {}, head), items.length ? el("ul", {}, items) : "");
    }

    // Judge random pieces by the original and by the changed rule.
    judge() {
      return this.guarded(async () => {
        const { edition } = this.about;
        const { given } = await engine.ask({ do: "deal", edition, question: "judge", seed: randomSeed() });
        const begun = { title: "both rules", edition, question: "judge", given, readings: {}, others: {}, beside: { ...this.side, readings: {} } };
        const node = el("div", { class: "try-it", "data-try": JSON.stringify(begun) });
        this.answer.replaceChildren(node);
        await new Trial(node).open();
      }, this.answer);
    }

    play() {
      const node = el("div", { class: "live-play" });
      this.answer.replaceChildren(node);
      new Table(node, this.text);
    }

    async showLink() {
      const hash = `#change=${await toAddress(this.text)}&clause=${encodeURIComponent(this.about.clause)}`;
      await offerLink(this.answer, "This link contains the change: ", hash, "link to this change");
    }

    download() {
      saveFile(FILE, this.text);
      this.answer.replaceChildren(el("p", {}, `Saved as ${FILE}. At the terminal: `, el("code", {}, `circular compare ${this.about.edition} ${FILE}`)));
    }
  }

  const changes = [...document.querySelectorAll("[data-live=change]")].map((node) => new Change(node));

  // Keep the draft when another address is opened.
  onLink((link) => {
    const named = changes.find((one) => one.about.clause === link.get("clause") && !one.node.classList.contains("is-open"));
    if (link.has("change") && named) named.restore(link.get("change"));
  });
})();
