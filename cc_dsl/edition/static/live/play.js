// Play against computer players, or with several people at one screen, refereed by the rules.
"use strict";

(() => {
  const { Widget, readStored, store, capital, onLink, root, el, button, details, resultList, offerLink, clauses, readingLink, steps, face, refusal, saveFile, randomSeed, toAddress, fromAddress, engine } = window.circular;
  const SECONDS = 60; // the most seconds that a computer player may think
  const LONGEST_RECORD = 2000000;
  const SOON = 400; // milliseconds without an answer before the page says who is thinking
  const SIGNS = ["●", "◆", "▲", "■"]; // for squares stored under a name, such as the square of the mark
  const FINGER = 20; // pixels
  let tables = 0;

  const piecesIn = (figure) => (figure || []).flatMap((column) => column.pieces.map((piece) => piece.code)).filter(Boolean);
  // Return the figure, or without one the places in which play lays pieces.
  const isLaid = (place) => place.row || place.limited || place.sums.length;
  const laidOn = (table) => table?.figure || (table ? table.places.filter(isLaid) : []);
  // Return whether a figure is still on the table, in full or in part.
  const liesIn = (figure, now) => piecesIn(now).length > 1 && piecesIn(now).every((code) => piecesIn(figure).includes(code));

  class Table extends Widget {
    constructor(node, overlay) {
      super(node);
      const setup = document.querySelector("template[data-game]"); // the initial data of a game, once in the page
      this.game = JSON.parse(setup.dataset.game);
      this.overlay = overlay ? { edition: this.game.edition, overlay } : {};
      this.session = `table ${(tables += 1)}`;
      this.viewer = null;
      this.picked = new Set();
      this.showSetUp(setup.content.firstElementChild.cloneNode(true));
      if (overlay) return; // games with a rule being edited open elsewhere
      this.storageName = `circular game of ${this.game.edition}`;
      onLink((link) => this.offerGame(link.get("game")));
    }

    // ---------------------------------------------------------------------------- the beginning of a game

    showSetUp(form) {
      const { guided, count, file } = form.elements;
      form.onsubmit = (event) => {
        event.preventDefault();
        this.beginGame(false);
      };
      if (guided) guided.onclick = () => this.beginGame(true);
      if (count) count.onchange = () => form.querySelectorAll("fieldset").forEach((seat, place) => (seat.disabled = seat.hidden = place >= count.value));
      file.onchange = () => this.openFile(file.files[0]);
      for (const select of form.querySelectorAll(".live-choice select"))
        select.parentElement.after(" ", readingLink(this.game.edition, select.dataset.reading, "arguments"));
      this.setup = form;
      this.message = el("div", { "aria-live": "polite" });
      this.board = el("div", { class: "live-board" });
      this.spoken = el("p", { class: "live-spoken", role: "status" });
      this.node.replaceChildren(form, engine.progress(() => this.retry?.()), this.message, this.spoken, this.board);
    }

    // Offer a game from the link, or one stored by this browser; after a reload simply continue it.
    async offerGame(packed) {
      if (packed && packed === this.ownLink) return;
      const record = packed ? "" : readStored(this.storageName);
      if (!packed && !record) return;
      const open = async () => {
        try {
          await this.resumeGame(packed ? await fromAddress(packed, LONGEST_RECORD) : record);
          // From now on the browser stores the game, so that a reload continues it.
          if (packed && this.setup.hidden) history.replaceState(null, "", location.pathname);
        } catch (error) {
          this.showForm(error.message);
        }
      };
      if (record && performance.getEntriesByType("navigation")[0]?.type === "reload") return open();
      const other = button("Begin another game", () => this.showForm());
      this.setup.hidden = true;
      this.message.replaceChildren(el("p", { class: "live-actions" }, button(packed ? "Open the game in this link" : "Go on with your game", open, { class: "live-open" }), other));
    }

    // Begin a game with the choices of the form; a newcomer's first game has a guide at each question.
    beginGame(guided) {
      const form = new FormData(this.setup);
      const seats = form.getAll("seat");
      const begin = { do: "begin", edition: this.game.edition, ...this.overlay };
      if (guided) return this.startGame({ ...begin, guided, players: seats.map((_, place) => (place ? "greedy" : "human")) });
      const chosen = [...this.setup.querySelectorAll(".live-choice select")].filter(({ selectedOptions: [one] }) => !one.defaultSelected);
      const readings = Object.fromEntries(chosen.map(({ dataset, value }) => [dataset.reading, value]));
      return this.startGame({ ...begin, players: seats, readings, seed: form.get("seed") ? Number(form.get("seed")) : randomSeed() });
    }

    async openFile(file) {
      if (!file) return;
      if (file.size > LONGEST_RECORD) this.showMessage("This file is too long for a record.");
      else await this.resumeGame(await file.text());
    }

    resumeGame(record) {
      return this.startGame({ do: "resume", ...this.overlay, record });
    }

    async startGame(message) {
      this.retry = () => this.startGame(message);
      const signal = this.renew();
      this.showMessage("");
      try {
        const position = await this.waitFor(this.send(message), () => this.showMessage("The computer players are thinking …", "status"));
        this.showMessage("");
        if (position.edition !== this.game.edition) throw new Error(`This is a game of ${position.title}. Open it on the page of that game.`);
        this.viewer = null;
        this.resumed = message.do === "resume";
        this.logs = new Map(); // by viewer: nobody reads the news of another
        this.lastParts = new Map(); // the last complete figure and its result, by viewer
        this.rooms = new Map(); // the most pieces that a row has had
        this.setup.hidden = true;
        this.receive(position);
      } catch (error) {
        this.setup.hidden = false;
        if (!signal.aborted && engine.phase !== "failed") this.showMessage(error.message);
      }
    }

    // Wait for an answer; if the engine is ready but takes a while, say so.
    async waitFor(put, say) {
      const timer = engine.phase === "ready" ? setTimeout(say, SOON) : 0;
      try {
        return await put;
      } finally {
        clearTimeout(timer);
      }
    }

    get log() {
      if (!this.logs.has(this.viewer)) this.logs.set(this.viewer, el("ol", { class: "live-log", "aria-label": "What happened, newest last" }));
      return this.logs.get(this.viewer);
    }

    showMessage(words, role = "alert") {
      this.message.replaceChildren(words ? el("p", { role, class: role === "alert" ? "live-refusal" : "live-thinking" }, words) : "");
    }

    showForm(words = "") {
      this.setup.hidden = false;
      this.showMessage(words);
    }

    // Send a message about this game; give its record first to an engine that does not have it, such as a new one.
    ask(message) {
      return this.send(message).catch(async (error) => {
        if (error.kind !== "gone") throw error;
        await this.send({ do: "resume", ...this.overlay, record: this.record });
        return this.send(message);
      });
    }

    send(message) {
      return engine.ask({ session: this.session, ...message }, { seconds: SECONDS, signal: this.wanted.signal });
    }

    // Handle one click at a time: ignore a second click, as in a double click, until the first is handled.
    async guarded(act) {
      if (this.node.getAttribute("aria-busy") === "true") return;
      const { signal } = this.wanted;
      this.busy = true;
      await super.guarded(() => this.waitFor(act(), () => this.showThinking()), this.answer);
      if (signal.aborted) return;
      this.busy = false;
      this.showThinking(false);
    }

    // Show who is thinking in place of the question; then show the question again.
    showThinking(thinks = true) {
      for (const node of this.board.querySelectorAll(".live-thinking")) node.remove();
      const asked = this.board.querySelector(".live-asked");
      this.hadFocus ||= thinks && asked?.contains(document.activeElement); // the focus is hidden now, and returns later
      if (asked) asked.hidden = thinks;
      if (!thinks || !asked) return;
      const others = this.position.names.filter((_, place) => this.position.players[place] !== "human");
      const words = others.length > 1 ? "The computer players are thinking …" : others.length ? `${capital(others[0])} is thinking …` : "One moment …";
      asked.before(el("p", { class: "live-thinking", role: "status" }, words));
    }

    // ------------------------------------------------------------------------------------------- the table

    receive(position) {
      this.record = position.record;
      if (this.storageName) store(this.storageName, this.record);
      const people = position.players.filter((kind) => kind === "human").length;
      const changes = people > 1 && position.viewer !== this.viewer && !position.over;
      this.viewer = position.viewer;
      if (!changes) return this.showPosition(position);
      const name = position.names[position.viewer];
      const ready = button(`I am ${name}`, () => this.showPosition(position), { class: "live-open" });
      this.board.replaceChildren(el("p", { role: "status" }, `It is the turn of ${name}. Change places: the cards are covered.`), ready);
      ready.focus();
    }

    showPosition(position) {
      this.position = position;
      this.picked.clear();
      this.answer = el("div", { class: "live-answer", "aria-live": "polite" });
      this.log.append(...steps(position.told).children);
      if (position.steps.length && position.told.length) {
        const words = position.steps.length === 1 ? "step" : "steps";
        this.log.lastElementChild.append(" ", details(`why? (${position.steps.length} ${words})`, steps(position.steps)));
      }
      const waits = this.noteEndedPart(position) && position.players.includes("human");
      this.replaceBoard(waits ? [this.endedPart(position)] : this.boardParts(position), position);
    }

    // Note which part of the game has ended, and how; return whether its figure, already cleared, was not seen yet.
    noteEndedPart({ told, complete: [figure], table }) {
      const ended = told.filter((one) => one.ends);
      const laid = laidOn(table);
      const last = this.lastParts.get(this.viewer) || { said: [] };
      const lies = Boolean(last.figure) && liesIn(last.figure, laid);
      const seen = this.resumed || JSON.stringify(figure) === this.shownFigure;
      // While some of the figure lies on the table, report what follows together with its result.
      const said = lies ? [...last.said, ...ended] : ended;
      if (figure || lies || ended.length) this.lastParts.set(this.viewer, { figure: figure || last.figure, said });
      // The result of a part that had ended when the reader left can be requested again.
      this.result = this.resumed ? [] : said;
      this.resumed = false;
      this.shownFigure = JSON.stringify(laid);
      return figure && !seen && !piecesIn(figure).every((code) => piecesIn(laid).includes(code));
    }

    replaceBoard(parts, position) {
      // Keyboard users continue at the new question, which is read out there, or wherever nothing has the focus.
      const goesOn = this.hadFocus || this.node.contains(document.activeElement);
      this.hadFocus = false;
      const typed = goesOn && document.activeElement.matches(".live-type input");
      this.board.replaceChildren(...parts.filter(Boolean));
      const head = this.board.querySelector("h2");
      const first = [...this.result, position.guide].filter(Boolean).map((one) => `${one.said} `).join("");
      this.spoken.textContent = goesOn ? first : first + head.textContent;
      if (goesOn) {
        head.tabIndex = -1;
        ((typed && this.board.querySelector(".live-type input")) || head).focus({ preventScroll: true });
      }
      if (position.note) this.answer.append(el("p", {}, position.note));
      this.log.scrollTop = this.log.scrollHeight;
      this.node.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
    }

    // Show the result of a trick in one line: the winner, the reason and the cards taken, each with its clauses.
    resultLine(said = this.result) {
      return said.length ? el("p", { class: "live-said" }, said.map((one) => [one.said, clauses(one.clauses), " "])) : null;
    }

    endedPart(position) {
      const goOn = () => {
        this.result = [];
        this.replaceBoard(this.boardParts(position), position);
      };
      const next = el("div", { class: "live-actions" }, el("h2", {}, `The ${position.part} is over.`), button("Go on", goOn, { class: "live-open" }));
      return el("div", { class: "live-finished" }, this.resultLine(), this.figureBox(position.complete[0]), next);
    }

    boardParts(position) {
      const alone = position.names.length > 1 ? position.names.indexOf("you") : -1;
      const asks = position.over ? this.endingBox(position.over) : position.asked.deeds ? this.reportQuestion(position) : this.moveQuestion(position);
      const { table } = position;
      const rows = table ? table.places.filter((place) => place.pieces.some((piece) => piece.is !== "free") || place.sums.length) : [];
      // Shared pieces are above the question, the viewer's own below it; all other piles are listed separately.
      const isFront = (place) => isLaid(place) || place.pieces.some(({ code }) => this.movesByPiece?.has(code));
      const own = rows.find((place) => this.isOwn(place) && !place.limited);
      const front = rows.filter((place) => place !== own && isFront(place));
      const piles = rows.filter((place) => place !== own && !front.includes(place));
      const laid = (places, kind) => (places.length ? el("div", { class: `live-table ${kind}` }, places.map((place) => this.pieceRow(place))) : null);
      const isAbove = !table || table.boards.length > 0; // if moves are made on a board, the question is above it
      const counted = table ? [...table.numbers, ...table.roles] : [];
      return [
        counted.length ? el("div", { class: "live-score" }, resultList(counted)) : null,
        position.guide && position.guide.said ? this.guideBox(position.guide) : null,
        this.resultLine(),
        el("div", { class: "live-room" },
          el("div", {},
            isAbove ? [asks, this.answer] : null,
            table ? [table.boards.map((board) => this.boardTable(board)), table.figure ? this.figureBox(table.figure, true) : null] : this.groundBox(position),
            laid(front, "live-front"),
            isAbove ? null : asks,
            own ? laid([own], "live-own") : null,
            isAbove ? null : this.answer,
            this.helpButtons(position),
            laid(piles, "live-piles"),
            table ? null : standing(position.ground),
            position.over || position.guide ? null : this.moveForm(),
          ),
          el("section", { class: "live-news", "aria-label": "What happened" },
            el("h2", {}, "What happened"),
            alone >= 0 ? el("p", { class: "live-who" }, `You are player ${alone + 1}.`) : null,
            position.answers.length ? el("p", { class: "live-who" }, "This game is played with other answers to open questions. ", position.answers.map((one) => el("span", {}, one, ". "))) : null,
            this.log,
          ),
        ),
      ];
    }

    guideBox({ said, clauses: cited, over }) {
      const box = el("section", { class: "live-guide", "aria-label": "Guide" }, el("p", {}, said, clauses(cited)));
      const goOn = button("Play on", () => box.remove(), { class: "live-open" });
      if (over) box.append(el("p", { class: "live-actions" }, goOn, button("Begin a game of my own", () => this.leaveGame())));
      return box;
    }

    endingBox(over) {
      return el("div", { class: "live-ending" }, el("h2", {}, `The game is over. ${over.said}`.trim()), resultList(over.told));
    }

    // Show the drawn ground; during a stroke, a click on it asks about the objects near that point.
    groundBox({ ground, asked }) {
      const address = URL.createObjectURL(new Blob([ground.svg], { type: "image/svg+xml" }));
      const picture = el("img", { src: address, alt: ground.words, class: "live-ground-picture" });
      picture.onload = () => URL.revokeObjectURL(address);
      picture.spots = ground.spots;
      if (asked?.deeds) {
        picture.classList.add("asks");
        picture.onclick = ({ offsetX, offsetY }) => this.showEvents(asked, objectsNear(picture, offsetX, offsetY));
      }
      return el("div", { class: "live-ground", tabindex: "0", role: "group", "aria-label": "The ground" }, el("div", { class: "live-lawn" }, picture));
    }

    // Show the events that are possible at the clicked objects, and the reason why no others are.
    showEvents(asked, things) {
      const about = asked.deeds.filter((deed) => !things.length || deed.things.some((one) => things.includes(one)));
      const can = about.filter((deed) => deed.can);
      const cannot = about.filter((deed) => !deed.can && deed.things[0] === asked.striker);
      const where = things.length ? ` at ${things.join(" or ")}` : "";
      const offer = (act) => (deed) => button(deed.text, () => act(deed.text), { class: "live-move" });
      const play = offer((words) => this.play(words));
      const whynot = offer((words) => this.whynot(words));
      const found = el("div", { class: "live-happened", role: "group", "aria-label": `What can have happened${where}` },
        can.length ? el("div", { class: "live-actions" }, can.map(play)) : el("p", {}, `By the rules nothing relevant can happen${where} in this stroke.`),
        cannot.length ? details("Something else? Ask why it does not count", el("div", { class: "live-actions" }, cannot.map(whynot))) : null,
      );
      this.answer.replaceChildren(found);
      found.querySelector("button, summary")?.focus();
    }

    reportQuestion({ asked }) {
      const how = "Click on the ground where something happened, or on a ball that was touched. At the end of the stroke choose “Nothing more happened”.";
      const done = button("Nothing more happened", () => this.play("nothing more"), { class: "live-open" });
      const all = button("List all that can happen", () => this.showEvents(asked, []));
      return el("div", { class: "live-asked" }, el("h2", {}, asked.said), el("p", { class: "live-rule" }, how), el("div", { class: "live-actions" }, done, all));
    }

    // Drawn pieces are chosen by clicking them; all other moves are in a list under the question.
    moveQuestion({ asked, table }) {
      // A move that answers the next question includes the way to it, such as the man to continue with.
      const every = [...asked.moves, ...(asked.beyond || [])];
      this.movesByPiece = new Map(every.flatMap((move) => move.pieces.map((piece) => [piece, move])));
      this.movesByWord = new Map(every.filter((move) => !move.pieces.length).map((move) => [move.text, move]));
      const groups = asked.moves.filter((move) => move.pieces.length > 1);
      this.isPicking = asked.number > 1 || groups.length > 0;
      const pieces = table ? [...(table.figure || []), ...table.places].flatMap((row) => row.pieces) : [];
      const cells = table ? table.boards.flatMap((board) => board.rows.flatMap((row) => row.cells)) : [];
      const drawn = new Set([...pieces.map((piece) => piece.code), ...cells.flatMap((cell) => [cell.square, cell.piece?.code])]);
      const left = asked.moves.filter((move) => !drawn.has(move.pieces.length ? move.pieces[0] : move.text));
      this.otherMoves = left.filter((move) => !move.pieces.length);
      this.moves = el("div", { class: "live-actions" });
      this.groups = groups;
      this.playButton = asked.number > 1 ? button("", () => this.play([...this.picked].join(" ")), { class: "live-open" }) : null;
      this.showPicked();
      return el("div", { class: "live-asked" },
        el("h2", {}, asked.said),
        asked.clauses.length ? el("p", { class: "live-rule" }, "Rules", clauses(asked.clauses)) : null,
        el("div", { class: "live-row" }, left.filter((move) => move.pieces.length === 1).map((move) => this.pieceButton({ code: move.pieces[0], sign: move.said, name: move.said }))),
        this.moves,
        this.playButton,
      );
    }

    // Say how many of the required pieces are chosen; for groups, list those that contain all chosen pieces.
    showPicked() {
      const { number } = this.position.asked;
      const fitting = this.groups.filter((move) => [...this.picked].every((piece) => move.pieces.includes(piece)));
      const isWhole = (move) => move.pieces.length && move.pieces.length === this.picked.size;
      const listed = [...(fitting.length ? fitting : this.groups), ...this.otherMoves];
      const offer = (move) => button(move.said, () => this.play(move.text), { class: isWhole(move) ? "live-move live-open" : "live-move" });
      this.moves.replaceChildren(...listed.map((move) => el("span", {}, offer(move), clauses(move.clauses))));
      if (this.playButton) {
        this.playButton.textContent = `Play these (${this.picked.size} of ${number})`;
        this.playButton.disabled = this.picked.size !== number;
      }
      if (this.groups.length && !fitting.length) this.whynot([...this.picked].join(" "));
    }

    // A move can also be typed, as at the terminal.
    moveForm() {
      const typed = el("input", { type: "text", maxlength: "200", spellcheck: "false", placeholder: "or type a move", "aria-label": "Type a move" });
      const put = (act) => (event) => {
        event.preventDefault();
        if (typed.value.trim()) act(typed.value.trim());
      };
      const whynot = button("Why not?", put((words) => this.whynot(words)));
      return el("form", { class: "live-type", onsubmit: put((words) => this.play(words)) }, typed, el("button", { type: "submit" }, "Make this move"), whynot);
    }

    isOwn(place) {
      return place.owner === this.viewer && this.viewer !== null;
    }

    // Draw a board, with buttons for the squares and pieces that may be chosen, and a legend of its signs below.
    boardTable(board) {
      const asked = this.position.asked;
      const sign = (words) => SIGNS[Math.min(board.stored.indexOf(words), SIGNS.length - 1)];
      const square = (cell, row, column) => {
        const move = asked && (this.movesByWord.get(cell.square) || (cell.piece && this.movesByPiece.get(cell.piece.code)));
        const man = cell.piece ? el("span", { class: `live-man side-${cell.side}${cell.state ? " is-other" : ""}` }, cell.piece.sign) : null;
        const signs = [man, cell.stored ? el("span", { class: "live-stored", "aria-hidden": "true" }, sign(cell.stored)) : null];
        const words = [cell.square, cell.piece ? cell.piece.name : "", cell.state, cell.stored, cell.marked ? board.marked : ""].filter(Boolean).join(", ");
        return el("td", { class: [(row + column) % 2 ? "dark" : "light", cell.marked ? "marked" : "", cell.piece && cell.piece.code === this.lastMove ? "chosen" : ""].join(" ") },
          move ? button(signs, () => this.play(move.text), { class: "live-square legal", "aria-label": `${words}: may be chosen` }) : el("span", { class: "live-square", role: "img", "aria-label": words }, signs),
        );
      };
      const legend = [
        board.marked ? [el("span", { class: "live-swatch" }), ` ${board.marked}`] : null,
        ...board.stored.map((words) => [el("span", { class: "live-stored" }, sign(words)), ` ${words}`]),
        board.states.length ? [el("span", { class: "live-man is-other" }), ` ${board.states.join(" or ")}`] : null,
      ].filter(Boolean);
      return el("div", { class: "live-board-and-legend" },
        el("table", { class: "live-squares" },
          board.rows.map((row, down) => el("tr", {}, el("th", { scope: "row" }, row.name), row.cells.map((cell, across) => square(cell, down, across)))),
          el("tr", {}, el("td", {}), board.columns.map((name) => el("th", { scope: "col" }, name))),
        ),
        legend.length ? el("p", { class: "live-caption" }, legend.map((one) => el("span", { class: "live-sign" }, one))) : null,
      );
    }

    // Draw the figure: the middle column highest, the others stepping down away from it, as in the leaflets; or rows.
    figureBox(columns, plays) {
      if (columns[0]?.label) return el("div", { class: "live-table live-front" }, columns.map((place) => this.pieceRow(place, false)));
      const middle = Math.floor(columns.length / 2);
      return el("div", { class: "live-figure" },
        columns.map((column, number) =>
          el("div", { class: number === middle && columns.length % 2 ? "live-pile middle" : "live-pile", role: "group", "aria-label": column.caption },
            el("span", { class: "live-legend" }, column.legend),
            el("div", { class: "live-row" },
              column.pieces.map((piece, at) => {
                const away = number < middle ? column.pieces.length - at : number > middle ? at + 1 : 0;
                const card = plays ? this.pieceButton(piece) : face(piece);
                card.classList.add(`down-${Math.min(away, 5)}`);
                return card;
              }),
            ),
            el("span", { class: "live-caption" }, column.caption),
          ),
        ),
      );
    }

    // Draw a row of pieces; the room of a removed piece stays free.
    pieceRow(place, plays = true) {
      const room = place.row ? Math.max(place.pieces.length, this.rooms.get(place.name) || 0) : place.pieces.length;
      this.rooms.set(place.name, room);
      const pieces = Array.from({ length: room }, (_, at) => place.pieces[at] || { is: "free" });
      const seen = pieces.filter((piece) => piece.is !== "hidden");
      const hidden = place.pieces.length - seen.length;
      const noun = hidden === 1 ? this.game.piece : this.game.pieces;
      return el("div", { class: "live-place", role: "group", "aria-label": place.label },
        el("span", { class: "live-caption" }, capital(place.label), place.sums.map((words) => el("b", {}, ` ${words}`))),
        el("div", { class: "live-row" },
          seen.map((piece) => (plays ? this.pieceButton(piece) : face(piece))),
          hidden ? el("span", { class: "live-hidden-count" }, face({ is: "hidden" }), this.isOwn(place) ? ` ${hidden} ${noun} that you do not see` : ` ${hidden} hidden ${noun}`) : null,
        ),
      );
    }

    // Draw a piece on the table: legal choices are marked; a click on any other piece explains why it is not a legal choice.
    pieceButton(piece) {
      const asked = this.position.asked;
      if (!piece.code || !asked || !this.movesByPiece.size) return face(piece);
      const move = this.movesByPiece.get(piece.code);
      const act = () => {
        if (!move) this.whynot(piece.code);
        else if (this.isPicking) this.togglePick(piece.code, node);
        else this.play(move.text);
      };
      const node = button(face(piece), act, {
        class: move ? "live-slot legal" : "live-slot",
        "aria-label": `${piece.name}, ${move ? "may be chosen" : "may not be chosen now: ask why"}`,
        "aria-pressed": move && this.isPicking ? "false" : null,
      });
      return node;
    }

    togglePick(code, node) {
      if (!this.picked.delete(code)) this.picked.add(code);
      node.setAttribute("aria-pressed", String(this.picked.has(code)));
      this.answer.replaceChildren();
      this.showPicked();
      this.spoken.textContent = `${this.picked.size} chosen`;
    }

    helpButtons(position) {
      const asks = Boolean(position.asked);
      return el("div", { class: "live-actions", role: "group", "aria-label": "Help and records" },
        asks && !position.ground ? button("Hint", () => this.hint()) : null,
        this.lastParts.get(this.viewer)?.figure ? button(`Last ${position.part}`, () => this.showLastPart()) : null,
        button("Why?", () => this.why()),
        button("Take back", () => this.undo(), { disabled: !position.can_undo }),
        button("Save", () => this.saveRecord()),
        button("Link", () => this.showLink()),
        button("New game", () => this.leaveGame()),
      );
    }

    // ------------------------------------------------------------------------------------------- the moves

    play(words) {
      this.lastMove = words;
      return this.showAnswer({ do: "play", words }, (found) => {
        if (found.record) this.receive(found);
        return found.refused ? refusal(found.refused) : null;
      });
    }

    // Send a question, and show its answer under the question of the game.
    showAnswer(message, show) {
      return this.guarded(async () => {
        const shown = show(await this.ask(message));
        if (shown) this.answer.replaceChildren(...[shown].flat());
      });
    }

    whynot(words) {
      return this.showAnswer({ do: "whynot", words }, (found) => (found.refused ? refusal(found.refused) : el("p", {}, found.said)));
    }

    hint() {
      return this.showAnswer({ do: "hint" }, ({ reach, recommended, reason, clauses: cited, more }) => [
        reach ? el("p", {}, reach) : "",
        el("p", {}, `${recommended} ${reason}`, clauses(cited)),
        more.length ? details("More", more.map((line) => el("p", {}, line))) : "",
      ]);
    }

    why() {
      return this.showAnswer({ do: "why" }, (found) => {
        const shown = found.steps.length ? steps(found.steps) : el("p", {}, "Nothing has been decided yet.");
        shown.querySelectorAll("details").forEach((node) => (node.open = true));
        return shown;
      });
    }

    showLastPart() {
      const { figure, said } = this.lastParts.get(this.viewer);
      this.answer.replaceChildren(el("div", { class: "live-last", role: "group", "aria-label": `The last ${this.position.part}` }, this.resultLine(said), this.figureBox(figure)));
    }

    undo() {
      return this.showAnswer({ do: "undo" }, (found) => {
        for (const log of this.logs.values()) log.append(el("li", {}, "A move was taken back."));
        this.lastParts.clear();
        this.receive(found);
      });
    }

    saveRecord() {
      const name = `circular-${this.game.edition}.record`;
      saveFile(name, this.record);
      this.answer.replaceChildren(
        el("p", {}, `Saved as ${name}. It contains the whole game, including hidden pieces. At the terminal: `, el("code", {}, `circular ${this.position.over ? "replay" : "play --resume"} ${name}`)),
      );
    }

    async showLink() {
      this.ownLink = await toAddress(this.record);
      const href = `${root}edition/${encodeURIComponent(this.game.edition)}/play.html#game=${this.ownLink}`;
      await offerLink(this.answer, "This link contains the whole game: ", href, "link to this game");
    }

    // Return to the form, and abort the pending requests about this game.
    leaveGame() {
      this.renew();
      this.retry = null;
      this.busy = false;
      if (this.storageName) store(this.storageName, null);
      if (engine.phase === "ready") engine.ask({ do: "leave", session: this.session }).catch(() => {});
      this.board.replaceChildren();
      this.showForm();
    }
  }

  // ------------------------------------------------------------------------------- the ground of a game

  // Return the objects within a finger's breadth of a point, nearest first; if there are none, the nearest of all.
  function objectsNear(picture, x, y) {
    const distance = ({ left, top }) => Math.hypot(left * picture.clientWidth - x, top * picture.clientHeight - y);
    const nearestFirst = [...picture.spots].sort((spot, other) => distance(spot) - distance(other));
    return nearestFirst.filter((spot, number) => !number || distance(spot) < FINGER).map((spot) => spot.name);
  }

  // Show the standing of every ball and player, with its clauses.
  function standing(ground) {
    const line = ({ owner, cells }) => el("tr", {}, el("th", { scope: "row" }, owner), cells.map((cell) => el("td", {}, cell.words, clauses(cell.clauses))));
    const head = (keys) => el("thead", {}, el("tr", {}, el("td", {}), keys.map((key) => el("th", { scope: "col" }, key))));
    const tables = ground.tables.map(({ keys, rows }) => el("table", {}, head(keys), el("tbody", {}, rows.map(line))));
    return el("div", { class: "live-standing", tabindex: "0", role: "group", "aria-label": "The position" }, tables, resultList(ground.numbers));
  }

  window.circular.Table = Table;
  for (const node of document.querySelectorAll("[data-live=play]")) new Table(node);
})();
