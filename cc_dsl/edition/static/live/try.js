// Try it: change the pieces of a case, and see the answers of the rules under the chosen readings.
"use strict";

(() => {
  const { Folded, onLink, el, button, alert, details, resultList, readingLink, steps, face, randomSeed, offerLink, engine } = window.circular;
  const LONGEST = 200;
  const DIFFER_SECONDS = 60;
  const descriptions = new Map(); // of questions, by edition

  function describeQuestion({ edition, overlay }, question) {
    const key = `${edition} ${question} ${overlay || ""}`;
    if (!descriptions.has(key)) {
      const asked = engine.ask({ do: "describe", edition, overlay, question });
      asked.catch(() => descriptions.delete(key));
      descriptions.set(key, asked);
    }
    return descriptions.get(key);
  }

  const wordsOf = (text) => (text.includes(",") ? text.split(",") : text.split(/\s+/)).map((one) => one.trim()).filter(Boolean);

  class Trial extends Folded {
    constructor(node) {
      super(node);
      this.printed = JSON.parse(node.dataset.try);
      this.layAsPrinted();
      this.finding = new AbortController(); // aborts the search for a deal
      this.fold();
    }

    layAsPrinted() {
      const { given, edition, readings, beside } = structuredClone(this.printed);
      this.given = given;
      this.sides = [{ edition, readings }, beside || null];
    }

    fold() {
      const words = this.printed.offer || "Try it";
      this.offer(words, { class: "live-open", "aria-label": `${words}: ${this.printed.title}` });
    }

    // Read a position from the address of the page.
    restore(link) {
      if (this.node.classList.contains("is-open")) this.close();
      this.layAsPrinted();
      for (const [key, value] of Object.entries(this.given)) {
        const found = link.getAll(key).map((one) => one.slice(0, LONGEST));
        if (Array.isArray(value)) this.given[key] = value.map((one, number) => found[number] ?? one);
        else if (found.length) this.given[key] = found[0];
      }
      const side = (number) => {
        const edition = link.get(`e${number}`);
        if (!edition) return null;
        const readings = {};
        for (const one of link.getAll(`r${number}`).slice(0, 32)) {
          const colon = one.indexOf(":");
          if (colon > 0) readings[one.slice(0, colon)] = one.slice(colon + 1);
        }
        return { edition: edition.slice(0, LONGEST), readings };
      };
      this.sides = [side(0) || this.sides[0], side(1)];
      for (let fold = this.node.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
      this.announce("This link contains a position. “Try it” asks the rules about it.");
    }

    address() {
      const link = new URLSearchParams({ try: this.printed.id });
      for (const [key, value] of Object.entries(this.given)) [value].flat().forEach((one) => link.append(key, one));
      for (const [number, side] of this.sides.entries()) {
        if (!side) continue;
        link.append(`e${number}`, side.edition);
        for (const [name, answer] of Object.entries(side.readings)) link.append(`r${number}`, `${name}:${answer}`);
      }
      return `#${link}`;
    }

    async open() {
      // There is little room beside the printed words, so put the trial below both columns.
      const pair = this.node.closest(".pair");
      this.home = [this.node.parentElement, this.node.nextSibling];
      if (pair) pair.after(this.node);
      await this.unfold(`Try it: ${this.printed.title}`);
    }

    close() {
      this.finding.abort();
      this.home[0].insertBefore(this.node, this.home[1]);
      super.close();
    }

    load() {
      const signal = this.renew();
      return this.guarded(async () => {
        // The pieces are those of the printed case; a link may name an unknown edition, which `judge` then reports.
        this.about = await describeQuestion(this.printed, this.printed.question);
        if (signal.aborted) return; // it was closed in the meantime
        this.showTrial();
        await this.judge();
      }, this.body);
    }

    // ---------------------------------------------------------------------------------------- the pieces

    textOf(place) {
      return place.owner === null ? this.given[place.key] : this.given[place.key][place.owner];
    }

    write(place, text) {
      if (place.owner === null) this.given[place.key] = text;
      else this.given[place.key][place.owner] = text;
    }

    pieceOf(word) {
      const wanted = word.toUpperCase();
      return this.about.pieces.find((one) => one.code === wanted || one.sign === wanted);
    }

    showTrial() {
      this.places = el("div", { class: "live-places" }, this.about.places.map((place) => this.placeField(place)));
      this.beside = this.comparisonChoice();
      this.columns = el("div", { class: "live-columns", "aria-live": "polite" });
      this.search = el("div", { class: "live-search" });
      this.citation = el("div", { "aria-live": "polite" });
      this.body.replaceChildren(
        el("p", { class: "live-question" }, this.about.words),
        this.places,
        el("div", { class: "live-actions" },
          button("New deal", () => this.deal()),
          button("As printed", () => this.reset()),
          this.beside,
          button("Find a deal where they differ", () => this.findDeal(), { class: "live-find", hidden: !this.sides[1] }),
          this.change ? null : button("Link", () => this.showLink()),
        ),
        this.search,
        this.columns,
        this.citation,
      );
    }

    placeField(place) {
      const row = el("div", { class: "live-row" });
      const typed = el("input", {
        type: "text",
        class: "live-typed",
        value: this.textOf(place),
        maxlength: LONGEST,
        spellcheck: "false",
        autocapitalize: "characters",
        "aria-label": `${place.label}, written: ${place.wanted}`,
        onchange: () => {
          this.write(place, typed.value.trim());
          this.showPieces();
        },
      });
      const show = () => {
        typed.value = this.textOf(place);
        const words = wordsOf(this.textOf(place));
        const cards = words.map((word, number) => this.pieceButton(place, word, number));
        for (let number = words.length; number < place.most; number += 1) cards.push(this.pieceButton(place, "", number));
        row.replaceChildren(...cards);
      };
      const node = el("fieldset", { class: "live-place" }, el("legend", {}, place.label), row, typed);
      node.show = show;
      show();
      return node;
    }

    pieceButton(place, word, number) {
      const piece = word ? this.pieceOf(word) : null;
      const drawn = piece || (word ? { sign: "?", name: `“${word}”, which is unknown` } : { is: "free" });
      return button(face(drawn), () => this.choosePiece(place, number), {
        class: "live-slot",
        "aria-label": `${place.label}, ${number + 1} of ${place.most}: ${piece ? piece.name : drawn.name || "empty"}. Change it`,
      });
    }

    // Let the reader choose a piece for a place; if it already lies elsewhere, the two pieces change places.
    choosePiece(place, number) {
      const used = new Map();
      for (const other of this.about.places) {
        wordsOf(this.textOf(other)).forEach((word, at) => {
          const piece = this.pieceOf(word);
          if (piece) used.set(piece.code, [other, at]);
        });
      }
      const offer = (piece) => {
        const at = used.get(piece.code);
        const label = at ? `${piece.name}, now ${at[0].label}` : piece.name;
        return el("button", { value: piece.code, class: at ? "live-slot used" : "live-slot", "aria-label": label }, face(piece));
      };
      const form = el("form", { method: "dialog" }, el("button", {}, "Close"), el("div", { class: "live-grid" }, this.about.pieces.map(offer)));
      const onclose = () => {
        dialog.remove();
        if (dialog.returnValue) this.layPiece(place, number, dialog.returnValue, used.get(dialog.returnValue));
        const row = this.places.children[this.about.places.indexOf(place)];
        row.querySelectorAll(".live-slot")[number].focus();
      };
      const dialog = el("dialog", { class: "live-dialog", "aria-label": `Choose a card for ${place.label}`, onclose }, form);
      this.node.append(dialog);
      dialog.showModal();
    }

    // Put a piece into a place, and the piece there into the place from which it comes.
    layPiece(place, number, code, from) {
      const mine = wordsOf(this.textOf(place));
      const before = mine[number];
      if (from) {
        const theirs = from[0] === place ? mine : wordsOf(this.textOf(from[0]));
        if (before) theirs[from[1]] = before;
        else theirs.splice(from[1], 1);
        if (from[0] !== place) this.write(from[0], this.joinWords(theirs));
      }
      if (number < mine.length) mine[number] = code;
      else mine.push(code);
      this.write(place, this.joinWords([...new Set(mine)]));
      this.showPieces();
    }

    joinWords(words) {
      return words.join(this.about.pieces.some((one) => one.code.includes(" ")) ? ", " : " ");
    }

    // Show the pieces as they lie now, and judge them.
    showPieces() {
      for (const node of this.places.children) node.show();
      return this.judge();
    }

    deal() {
      const { edition, readings } = this.sides[0];
      const message = { do: "deal", edition, readings, question: this.printed.question, seed: randomSeed() };
      return this.guarded(async () => {
        this.given = (await engine.ask(message, { signal: this.renew() })).given;
        await this.showPieces();
      }, this.columns);
    }

    reset() {
      this.layAsPrinted();
      this.beside.replaceWith((this.beside = this.comparisonChoice()));
      this.showPieces();
    }

    // --------------------------------------------------------------------------------------- the answers

    comparisonChoice() {
      const options = [
        ["", "one answer"],
        [this.printed.edition, "with other answers to open questions"],
        ...Object.entries(this.printed.others).map(([name, other]) => [name, `with ${other.title}`]),
        ...(this.change ? [["change", "with the rule changed"]] : []),
      ];
      const choose = () => {
        const { value } = select;
        this.sides[1] = value === "change" ? { ...this.change, readings: {} } : value ? { edition: value, readings: {} } : null;
        this.judge();
      };
      const listed = options.map(([value, words]) => el("option", { value }, words));
      const select = el("select", { "aria-label": "Judge these cards twice", onchange: choose }, listed);
      select.value = this.sides[1] ? (this.sides[1].overlay ? "change" : this.sides[1].edition) : "";
      return el("label", { class: "live-beside" }, "Show ", select);
    }

    // The changed rules of the rule editor, if this trial is part of one.
    get change() {
      return this.printed.beside?.overlay ? this.printed.beside : null;
    }

    // Judge the pieces once for each side. Earlier results, for other pieces or rules, are no longer valid.
    async judge() {
      const signal = this.renew();
      this.finding.abort();
      this.search.replaceChildren();
      this.busy = true;
      const sides = this.sides.filter(Boolean);
      const asked = sides.map((side) =>
        engine.ask({ do: "judge", ...side, question: this.printed.question, given: this.given }, { signal }).catch((error) => error),
      );
      const about = await Promise.all(sides.map((side) => describeQuestion(side, this.printed.question).catch(() => null)));
      const found = await Promise.all(asked);
      if (signal.aborted) return;
      this.columns.replaceChildren(...sides.map((side, number) => this.resultColumn(side, found, number, about[number])));
      this.columns.dataset.count = String(sides.length);
      this.node.querySelector(".live-find").hidden = sides.length < 2;
      this.citation.replaceChildren();
      this.busy = false;
      this.node.dispatchEvent(new CustomEvent("judged", { bubbles: true }));
    }

    resultColumn(side, found, number, about) {
      const answer = found[number];
      const title = this.titleOf(side, about);
      const head = el("h4", {}, title);
      if (answer instanceof Error) {
        return el("section", { class: "live-column", "aria-label": title }, head, alert(answer.message));
      }
      const other = found.length > 1 ? found[1 - number] : null;
      const rows = answer.told.map(([key, words], at) => {
        const theirs = other && other.told ? other.told.find((row, where) => row[0] === key && (key || where === at)) : null;
        return [key, words, theirs && theirs[1] !== words];
      });
      return el("section", { class: "live-column", "aria-label": title },
        head,
        resultList(rows),
        el("h5", {}, "Step by step"),
        steps(answer.steps),
        this.openQuestions(side, answer, about),
      );
    }

    // Return the label of a column: its answer to the open place in which the two differ, or else its text.
    titleOf(side, about) {
      const other = this.sides[1 - this.sides.indexOf(side)];
      if (!about || !other || other.edition !== side.edition || other.overlay !== side.overlay) return about ? about.title : side.edition;
      const answerIn = (one, open) => one.readings[open.name] || open.default;
      const phrases = about.open
        .filter((open) => answerIn(side, open) !== answerIn(other, open))
        .map((open) => (open.answers.find((one) => one.name === answerIn(side, open)) || {}).phrase || answerIn(side, open));
      return phrases.join("; ") || about.title;
    }

    // Offer a choice for each open place that affects the answer or is not at its default; the rest can be unfolded.
    openQuestions(side, answer, about) {
      if (!about || !about.open.length) return null;
      const bears = new Set(answer.open.map((one) => one.name));
      const first = about.open.filter((one) => bears.has(one.name) || one.name in side.readings);
      const rest = about.open.filter((one) => !first.includes(one));
      const group = (list) => list.map((one) => this.answerChoice(side, one));
      return el("div", { class: "live-open-questions" },
        el("h5", {}, first.length ? "Open questions that affect this" : "No open question affects this"),
        group(first),
        rest.length ? details(`The other open questions (${rest.length})`, group(rest)) : null,
      );
    }

    answerChoice(side, open) {
      const option = ({ name, phrase }) => el("option", { value: name }, phrase + (name === open.default ? " (default)" : ""));
      const onchange = () => {
        if (select.value === open.default) delete side.readings[open.name];
        else side.readings[open.name] = select.value;
        this.judge();
      };
      const select = el("select", { onchange }, open.answers.map(option));
      select.value = side.readings[open.name] || open.default;
      return el("p", { class: "live-choice" }, el("label", {}, open.title, " ", select), " ", readingLink(side.edition, open.name, "arguments"));
    }

    // Search for a deal for which the two sides give different answers.
    async findDeal() {
      const [first, second] = this.sides;
      const bar = el("progress", { max: "1", "aria-label": "Deals tried" });
      const words = el("span", { role: "status" });
      let stopped = false;
      this.finding.abort();
      const { signal } = (this.finding = new AbortController());
      this.search.replaceChildren(bar, " ", words, " ", button("Stop", () => (stopped = true)));
      const from = randomSeed();
      await this.guarded(async () => {
        let begin = 0;
        let found = null;
        do {
          const { question, others } = this.printed;
          const keys = others[second.edition]?.keys; // the comparable results of another edition
          const message = { do: "differ", first, second, question, keys, seed: from, begin };
          found = await engine.ask(message, { seconds: DIFFER_SECONDS, signal });
          begin = found.tried;
          if (found.most) bar.value = begin / found.most;
          words.textContent = `${begin.toLocaleString("en")} deals tried.`;
        } while (!found.given && begin < found.most && !stopped);
        this.given = found.given || this.given;
        if (found.given) await this.showPieces();
        const alike = `${begin.toLocaleString("en")} random deals were tried, and the two answers never differed.`;
        const said = found.given ? `The answers differ on this deal, the ${ordinal(found.tried)} that was tried: ${found.differ.join(", ")}.` : alike;
        this.search.replaceChildren(el("p", { role: "status" }, said));
      }, this.search);
    }

    async showLink() {
      this.hash = this.address();
      history.replaceState(null, "", this.hash);
      await offerLink(this.citation, "This link contains the position: ", this.hash, "link to this position");
    }
  }

  function ordinal(number) {
    const rule = new Intl.PluralRules("en", { type: "ordinal" }).select(number);
    return `${number.toLocaleString("en")}${{ one: "st", two: "nd", few: "rd", other: "th" }[rule]}`;
  }

  window.circular.Trial = Trial;
  const trials = new Map();
  for (const node of document.querySelectorAll("[data-live=try]")) {
    const trial = new Trial(node);
    trials.set(trial.printed.id, trial);
  }
  onLink((link) => {
    const trial = trials.get(link.get("try"));
    if (trial && trial.hash !== location.hash) trial.restore(link);
  });
})();
