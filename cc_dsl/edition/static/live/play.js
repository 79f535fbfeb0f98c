// Play: a game against computer players, or of several people at one screen, refereed by the rules.
"use strict";

(() => {
  const { root, el, button, citations, clauses, readingLink, steps, face, refusal, save, seed, toAddress, fromAddress, engine, lawn } = window.circular;
  const SECONDS = 60; // a computer player may think for a while
  const LONGEST_RECORD = 2000000;
  const KINDS = { human: "a person here", greedy: "computer: greedy", "search:100": "computer: searching (thinks before each move)", random: "computer: random" };

  class Table {
    constructor(node) {
      this.node = node;
      this.game = JSON.parse(node.dataset.play);
      this.record = "";
      this.generation = 0;
      this.viewer = null;
      this.picked = new Set();
      this.setUp();
      this.carried();
      addEventListener("hashchange", () => this.carried());
    }

    // ------------------------------------------------------------------------------------------ beginning

    setUp() {
      const [least, most] = this.game.seats;
      this.seats = el("div", { class: "live-seats" });
      const many = el("select", { "aria-label": "How many play", onchange: () => this.listSeats(Number(many.value)) });
      for (let count = least; count <= most; count += 1) many.append(el("option", { value: count }, `${count} play`));
      this.seed = el("input", { type: "text", inputmode: "numeric", maxlength: "15", "aria-label": "Seed of chance, a whole number; empty for any" });
      const file = el("input", { type: "file", accept: ".record,text/plain", onchange: () => this.openFile(file.files[0]) });
      this.message = el("div", { "aria-live": "polite" });
      this.setup = el(
        "form",
        {
          class: "live-setup",
          onsubmit: (event) => {
            event.preventDefault();
            this.begin();
          },
        },
        this.game.guided
          ? el(
              "p",
              { class: "live-first" },
              button("Play your first moves with a guide", () => this.beginGuided(), { class: "live-open" }),
              " You need to know nothing of the rules.",
            )
          : null,
        least < most ? el("p", {}, many) : null,
        this.seats,
        el(
          "p",
          { class: "live-actions" },
          el("button", { type: "submit", class: "live-open" }, this.game.watched ? "Referee a game" : "Play"),
          this.game.watched ? button("Watch a game on the simulated lawn", () => this.look()) : null,
        ),
        this.openQuestions(),
        el(
          "details",
          {},
          el("summary", {}, "A certain deal, or a recorded game"),
          el("p", {}, el("label", {}, "Seed ", this.seed), " The same seed gives the same deal, here and at the terminal."),
          el("p", {}, el("label", {}, "Record ", file)),
        ),
      );
      this.board = el("div", { class: "live-board" });
      this.spoken = el("p", { class: "live-spoken", role: "status" });
      this.node.replaceChildren(this.setup, engine.progress(() => this.retry()), this.message, this.spoken, this.board);
      this.listSeats(least);
    }

    // The edition of a message, with the change that a reader made to it.
    get named() {
      return { edition: this.game.edition, ...this.changed };
    }

    get changed() {
      return this.game.overlay ? { edition: this.game.edition, overlay: this.game.overlay } : {};
    }

    // A choice for each open question of the rules; a game is played by the answers that are chosen.
    openQuestions() {
      this.choices = new Map();
      const open = this.game.open || [];
      if (!open.length) return null;
      const choice = (one) => {
        const select = el("select", {}, one.answers.map(({ name, phrase }) => el("option", { value: name }, phrase + (name === one.default ? " (default)" : ""))));
        select.value = one.default;
        this.choices.set(one.name, [select, one.default]);
        return el("p", { class: "live-choice" }, el("label", {}, one.title, " ", select), " ", readingLink(this.game.edition, one.name, "arguments"));
      };
      return el("details", {}, el("summary", {}, `Other answers to the open questions of these rules (${open.length})`), open.map(choice));
    }

    get readings() {
      const chosen = [...this.choices].filter(([, [select, usual]]) => select.value !== usual);
      return Object.fromEntries(chosen.map(([name, [select]]) => [name, select.value]));
    }

    // People strike, and tell what happened; or a game on the simulated lawn is shown.
    look() {
      this.again = () => {
        this.setup.hidden = true;
        return new lawn.Watch(this.board, this.named, () => this.leave()).go(1);
      };
      return this.again();
    }

    listSeats(count) {
      if (this.game.watched) {
        this.kinds = Array(count).fill("human");
        this.seats.replaceChildren(el("p", {}, `${count} people play on a real lawn; you tell the rules what happened.`));
        return;
      }
      this.seats.replaceChildren(
        ...Array.from({ length: count }, (_, place) => {
          const select = el("select", {}, Object.entries(KINDS).map(([kind, words]) => el("option", { value: kind }, words)));
          select.value = place ? "greedy" : "human";
          return el("p", {}, el("label", {}, `Player ${place + 1}: `, select));
        }),
      );
    }

    async carried() {
      const packed = new URLSearchParams(location.hash.slice(1)).get("game");
      if (!packed || packed === this.linked) return;
      const resume = button("Open the game in this link", async () => {
        try {
          await this.resume(await fromAddress(packed, LONGEST_RECORD));
        } catch (error) {
          this.say(error.message || "This link holds no game that can be read.");
        }
      });
      this.message.replaceChildren(el("p", {}, resume));
    }

    begin() {
      const players = this.kinds || [...this.seats.querySelectorAll("select")].map((select) => select.value);
      const wanted = this.seed.value.trim();
      if (wanted && !/^\d{1,15}$/.test(wanted)) {
        this.say("A seed is a whole number of at most 15 figures.");
        return;
      }
      this.again = () =>
        this.sit({ do: "begin", ...this.named, readings: this.readings, players, seed: wanted ? Number(wanted) : seed() });
      this.again();
    }

    // A first trick of a newcomer, who is told at each question what to do.
    beginGuided() {
      const players = Array.from({ length: this.game.seats[0] }, (_, place) => (place ? "greedy" : "human"));
      this.again = () => this.sit({ do: "begin", ...this.named, players, guided: true });
      this.again();
    }

    async openFile(file) {
      if (!file) return;
      if (file.size > LONGEST_RECORD) this.say("This file is too long for a record.");
      else await this.resume(await file.text());
    }

    resume(record) {
      this.again = () => this.sit({ do: "resume", ...this.changed, record });
      return this.again();
    }

    retry() {
      if (this.again) this.again();
    }

    async sit(message) {
      this.say("");
      try {
        const position = await engine.ask(message, SECONDS);
        const edition = position.edition.replace(/^change-of-/, "");
        this.generation = edition === this.game.edition ? engine.generation : -1;
        if (this.generation < 0) {
          await this.lead(edition, position);
          return;
        }
        this.viewer = null;
        this.log = el("ol", { class: "live-log", "aria-label": "What happened, the newest last" });
        this.setup.hidden = true;
        this.take(position);
      } catch (error) {
        if (engine.phase !== "failed") this.say(error.message);
      }
    }

    // A record of another game is played on the page of that game.
    async lead(edition, { title, record }) {
      const href = `${root}edition/${encodeURIComponent(edition)}/play.html#game=${await toAddress(record)}`;
      this.message.replaceChildren(
        el("p", { role: "alert", class: "live-refusal" }, `This is a game of ${title}. `, el("a", { href }, "Open it on the page of that game"), "."),
      );
    }

    say(words) {
      this.message.replaceChildren(words ? el("p", { role: "alert", class: "live-refusal" }, words) : "");
    }

    // Ask about the game that is played; an engine that was started again is given its record first.
    async ask(message) {
      if (this.generation !== engine.generation || engine.phase !== "ready") {
        await engine.ask({ do: "resume", ...this.changed, record: this.record }, SECONDS);
        this.generation = engine.generation;
      }
      return engine.ask(message, SECONDS);
    }

    // One thing after another: a second click on what is being done already, as of a double click, is none.
    async guarded(act) {
      if (this.node.getAttribute("aria-busy") === "true") return;
      this.node.setAttribute("aria-busy", "true");
      try {
        await act();
      } catch (error) {
        this.answer.replaceChildren(el("p", { class: "live-refusal", role: "alert" }, error.message));
      } finally {
        this.node.setAttribute("aria-busy", "false");
      }
    }

    // ------------------------------------------------------------------------------------------- the table

    take(position) {
      this.record = position.record;
      const people = position.players.filter((kind) => kind === "human").length;
      const changes = people > 1 && position.viewer !== this.viewer && !position.over;
      this.viewer = position.viewer;
      if (!changes) {
        this.show(position);
        return;
      }
      const name = position.names[position.viewer];
      const ready = button(`I am ${name}`, () => this.show(position), { class: "live-open" });
      this.board.replaceChildren(el("p", { role: "status" }, `It is the turn of ${name}. Change places: the cards are covered.`), ready);
      ready.focus();
    }

    show(position) {
      this.position = position;
      this.picked.clear();
      this.answer = el("div", { class: "live-answer", "aria-live": "polite" });
      for (const figure of position.complete) this.log.append(el("li", { class: "live-complete" }, this.figure(figure, false)));
      for (const step of position.told) this.log.append(steps([step]).firstElementChild);
      if (position.steps.length && position.told.length) {
        const words = position.steps.length === 1 ? "step" : "steps";
        const inner = el("details", {}, el("summary", {}, `why? (${position.steps.length} ${words})`), steps(position.steps));
        this.log.lastElementChild.append(" ", inner);
      }
      const alone = position.names.indexOf("you");
      const parts = [
        position.guide && position.guide.said ? this.guide(position.guide) : null,
        position.over ? this.ending(position.over) : this.question(position),
        this.answer,
        position.ground ? this.ground(position) : this.table(position.table),
        this.controls(position),
        position.ground ? lawn.standing(position.ground) : null,
        position.over || position.guide ? null : this.typing(),
        el("h2", {}, "What happened"),
        alone >= 0 ? el("p", { class: "live-who" }, `You are player ${alone + 1}.`) : null,
        position.answers.length ? el("p", { class: "live-who" }, "Other answers hold in this game. ", position.answers.map((one) => el("span", {}, one, ". "))) : null,
        this.log,
      ];
      // Whoever plays with the keyboard goes on from the new question; it is read out there, or where nothing has the focus.
      const goesOn = this.node.contains(document.activeElement);
      const typed = goesOn && document.activeElement.matches(".live-type input");
      this.board.replaceChildren(...parts.filter(Boolean));
      const head = this.board.querySelector("h2");
      const first = position.guide ? `${position.guide.said} ` : "";
      this.spoken.textContent = goesOn ? first : first + head.textContent;
      if (goesOn) {
        head.tabIndex = -1;
        ((typed && this.board.querySelector(".live-type input")) || head).focus({ preventScroll: true });
      }
      if (position.note) this.answer.append(el("p", {}, position.note));
      this.log.scrollTop = this.log.scrollHeight;
      this.node.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
    }

    guide({ said, clauses: cited, over }) {
      const leave = over
        ? el(
            "p",
            { class: "live-actions" },
            button("Play on", () => this.guideBox.remove(), { class: "live-open" }),
            button("Begin a game of my own", () => this.leave()),
          )
        : null;
      this.guideBox = el("section", { class: "live-guide", "aria-label": "Guide" }, el("p", {}, said, clauses(cited)), leave);
      return this.guideBox;
    }

    ending(over) {
      return el(
        "div",
        { class: "live-ending" },
        el("h2", {}, `The game is over. ${over.said}`.trim()),
        el("dl", { class: "live-verdict" }, over.told.map(([key, words]) => el("div", { class: "live-told" }, el("dt", {}, key), el("dd", {}, words)))),
      );
    }

    // The drawn ground; whoever tells a stroke clicks where something happened.
    ground({ ground, asked }) {
      const tells = asked && asked.deeds;
      return lawn.drawn(ground, tells ? (things) => this.happened(asked, things) : null);
    }

    happened(asked, things) {
      const found = lawn.choices(asked, things, (words) => this.play(words), (words) => this.whynot(words));
      this.answer.replaceChildren(found);
      const first = found.querySelector("button, summary");
      if (first) first.focus();
    }

    telling({ asked }) {
      return el(
        "div",
        { class: "live-asked" },
        el("h2", {}, asked.said),
        el("p", { class: "live-rule" }, "Click on the ground where something happened, or on a ball that was touched. When the stroke has brought about all it did, nothing more happened."),
        el(
          "div",
          { class: "live-actions" },
          button("Nothing more happened", () => this.play("nothing more"), { class: "live-open" }),
          button("List all that can happen", () => this.happened(asked, [])),
        ),
      );
    }

    question(position) {
      if (position.asked.deeds) return this.telling(position);
      return position.table ? this.choosing(position) : this.deciding(position);
    }

    // A choice of a player between strokes, where everything lies open.
    deciding({ asked }) {
      this.legal = new Map();
      return this.asking(asked, asked.moves);
    }

    choosing({ asked }) {
      this.legal = new Map(asked.moves.filter((move) => move.piece).map((move) => [move.piece, move]));
      this.open = new Map(asked.moves.filter((move) => !move.piece).map((move) => [move.text, move]));
      const drawn = new Set();
      for (const board of this.position.table.boards) {
        for (const cell of board.rows.flatMap((row) => row.cells)) {
          drawn.add(cell.square);
          if (cell.piece) drawn.add(cell.piece.code);
        }
      }
      const look = (piece) => piece.code && drawn.add(piece.code);
      (this.position.table.figure || []).forEach((column) => column.pieces.forEach(look));
      this.position.table.places.forEach((place) => place.pieces.forEach(look));
      return this.asking(asked, asked.moves.filter((move) => !drawn.has(move.piece || move.text)));
    }

    asking(asked, others) {
      return el(
        "div",
        { class: "live-asked" },
        el("h2", {}, asked.said),
        el("p", { class: "live-rule" }, `The rules: “${asked.rule}”`, clauses(asked.clauses)),
        others.length
          ? el(
              "div",
              { class: "live-actions" },
              others.map((move) =>
                el("span", {}, button(move.said.replaceAll("-", " "), () => this.play(move.text), { class: "live-move" }), clauses(move.clauses)),
              ),
            )
          : null,
        asked.number > 1 ? button("Play these", () => this.playPicked(), { class: "live-open" }) : null,
      );
    }

    // A move can be typed, too, as at the terminal.
    typing() {
      const typed = el("input", { type: "text", maxlength: "200", spellcheck: "false", placeholder: "or type a move", "aria-label": "Type a move" });
      return el(
        "form",
        {
          class: "live-type",
          onsubmit: (event) => {
            event.preventDefault();
            if (typed.value.trim()) this.play(typed.value.trim());
          },
        },
        typed,
        el("button", { type: "submit" }, "Make this move"),
        button("Why not?", () => typed.value.trim() && this.whynot(typed.value.trim())),
      );
    }

    table(table) {
      const rows = table.places.filter((place) => place.pieces.some((piece) => piece.is !== "free"));
      const own = rows.filter((place) => place.owner === this.viewer && this.viewer !== null);
      const others = rows.filter((place) => !own.includes(place));
      const counted = [...table.numbers.filter(([, value]) => value !== "0" && value !== "none"), ...table.roles];
      return el(
        "div",
        { class: "live-table" },
        table.boards.map((board) => this.squares(board)),
        table.figure ? this.figure(table.figure, true) : null,
        own.map((place) => this.place(place)),
        others.map((place) => this.place(place)),
        counted.length ? el("dl", { class: "live-verdict" }, counted.map(([key, words]) => el("div", { class: "live-told" }, el("dt", {}, key), el("dd", {}, words)))) : null,
      );
    }

    // Draw a board: a square that may be chosen, or whose piece may be, is a button.
    squares(board) {
      const asked = this.position.asked;
      const square = (cell) => {
        const move = asked && (this.open.get(cell.square) || (cell.piece && this.legal.get(cell.piece.code)));
        const signs = [cell.piece ? face(cell.piece) : null, cell.stored ? el("span", { class: "live-stored" }, cell.stored.slice(0, 1)) : null];
        const words = [cell.square, cell.piece ? cell.piece.name : "", cell.stored].filter(Boolean).join(", ");
        return el(
          "td",
          { class: cell.marked ? "marked" : null },
          move ? button(signs, () => this.play(move.text), { class: "live-square legal", "aria-label": `${words}: may be chosen` }) : el("span", { class: "live-square", role: "img", "aria-label": words }, signs),
        );
      };
      return el(
        "table",
        { class: "live-squares" },
        board.rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.name), row.cells.map(square))),
        el("tr", {}, el("td", {}), board.columns.map((name) => el("th", { scope: "col" }, name))),
      );
    }

    // Draw the figure: its middle column highest, the others stepping down away from it, as the leaflets have it.
    figure(columns, plays) {
      const middle = Math.floor(columns.length / 2);
      return el(
        "div",
        { class: "live-figure" },
        columns.map((column, number) =>
          el(
            "div",
            { class: number === middle && columns.length % 2 ? "live-pile middle" : "live-pile", role: "group", "aria-label": column.caption },
            el("span", { class: "live-legend" }, column.legend),
            el(
              "div",
              { class: "live-row" },
              column.pieces.map((piece, at) => {
                const away = number < middle ? column.pieces.length - at : number > middle ? at + 1 : 0;
                const card = plays ? this.piece(piece) : face(piece);
                card.classList.add(`down-${Math.min(away, 5)}`);
                return card;
              }),
            ),
            el("span", { class: "live-caption" }, column.caption),
          ),
        ),
      );
    }

    place(place) {
      const seen = place.pieces.filter((piece) => piece.is !== "hidden");
      const hidden = place.pieces.length - seen.length;
      const noun = hidden === 1 ? this.game.piece : this.game.pieces;
      return el(
        "div",
        { class: "live-place", role: "group", "aria-label": place.label },
        el("span", { class: "live-caption" }, `${place.label.slice(0, 1).toUpperCase()}${place.label.slice(1)}`),
        el(
          "div",
          { class: "live-row" },
          seen.map((piece) => this.piece(piece)),
          hidden ? el("span", { class: "live-hidden-count" }, face({ is: "hidden" }), ` ${hidden} hidden ${noun}`) : null,
        ),
      );
    }

    // A piece on the table: one that may be chosen is marked; any other, when clicked, is answered with why not.
    piece(piece) {
      const asked = this.position.asked;
      if (!piece.code || !asked || !this.legal.size) return face(piece);
      const move = this.legal.get(piece.code);
      const act = () => {
        if (!move) this.whynot(piece.code);
        else if (asked.number > 1) this.pick(piece.code, node);
        else this.play(move.text);
      };
      const node = button(face(piece), act, {
        class: move ? "live-slot legal" : "live-slot",
        "aria-label": `${piece.name}, ${move ? "may be chosen" : "may not be chosen now: ask why"}`,
        "aria-pressed": move && asked.number > 1 ? "false" : null,
      });
      return node;
    }

    pick(code, node) {
      if (this.picked.has(code)) this.picked.delete(code);
      else this.picked.add(code);
      node.setAttribute("aria-pressed", String(this.picked.has(code)));
    }

    playPicked() {
      if (this.picked.size !== this.position.asked.number) {
        this.answer.replaceChildren(el("p", { role: "alert" }, `Choose ${this.position.asked.number}; ${this.picked.size} are chosen.`));
      } else this.play([...this.picked].join(" "));
    }

    controls(position) {
      const asks = Boolean(position.asked);
      return el(
        "div",
        { class: "live-actions", role: "group", "aria-label": "Help and records" },
        asks && !position.ground ? button("Hint", () => this.hint()) : null,
        button("Why?", () => this.why()),
        button("Take back", () => this.undo(), { disabled: !position.can_undo }),
        button("Save", () => this.save()),
        button("Link", () => this.linkTo()),
        button("New game", () => this.leave()),
      );
    }

    // ------------------------------------------------------------------------------------------- the moves

    play(words) {
      return this.guarded(async () => {
        const found = await this.ask({ do: "play", words });
        if (found.record) this.take(found);
        if (found.refused) this.answer.replaceChildren(refusal(found.refused));
      });
    }

    whynot(words) {
      return this.guarded(async () => {
        const found = await this.ask({ do: "whynot", words });
        this.answer.replaceChildren(found.refused ? refusal(found.refused) : el("p", {}, found.said));
      });
    }

    hint() {
      return this.guarded(async () => {
        const found = await this.ask({ do: "hint" });
        this.answer.replaceChildren(
          el("p", {}, `A simple player would choose ${found.said.replaceAll("-", " ")}: of all moves it did best on average in games tried from here.`, clauses(found.clauses)),
        );
      });
    }

    why() {
      return this.guarded(async () => {
        const found = await this.ask({ do: "why" });
        this.answer.replaceChildren(found.steps.length ? steps(found.steps) : el("p", {}, "Nothing was decided yet."));
        this.answer.querySelectorAll("details").forEach((node) => (node.open = true));
      });
    }

    undo() {
      return this.guarded(async () => {
        const found = await this.ask({ do: "undo" });
        this.log.append(el("li", {}, "A move was taken back."));
        this.take(found);
      });
    }

    save() {
      const name = `circular-${this.game.edition}.record`;
      save(name, this.record);
      this.answer.replaceChildren(
        el("p", {}, `Saved as ${name}. It holds the whole game, also what players may not see. At the terminal: `, el("code", {}, `circular ${this.position.over ? "replay" : "play --resume"} ${name}`)),
      );
    }

    async linkTo() {
      this.linked = await toAddress(this.record);
      const hash = `#game=${this.linked}`;
      const address = new URL(hash, location.href).href;
      this.answer.replaceChildren(
        el("p", {}, "This link holds the whole game: ", el("a", { href: hash, class: "live-link" }, "link to this game")),
        citations(address, "Cite this game") || "",
      );
      try {
        await navigator.clipboard.writeText(address);
        this.answer.append(el("p", { role: "status" }, "It was copied."));
      } catch {
        // without leave to copy, the link is there to be copied by hand
      }
    }

    leave() {
      this.board.replaceChildren();
      this.setup.hidden = false;
      this.say("");
    }
  }

  window.circular.Table = Table;
  for (const node of document.querySelectorAll("[data-live=play]")) new Table(node);
})();
