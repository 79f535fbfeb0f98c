// The ground of a game: what happened on it is clicked, and a game on the simulated lawn is watched.
"use strict";

(() => {
  const { el, button, clauses, steps, engine } = window.circular;
  const SECONDS = 60;
  const PAUSE = 2500; // milliseconds between two strokes that are shown by themselves
  const FINGER = 20; // pixels
  const ROLLS = 1200; // milliseconds in which a ball is shown to roll

  const percent = (share) => `${(share * 100).toFixed(2)}%`;

  // The drawing, which is a picture and can do nothing; a click on it asks about the things that lie near.
  function drawn(ground, act) {
    const address = URL.createObjectURL(new Blob([ground.svg], { type: "image/svg+xml" }));
    const picture = el("img", { src: address, alt: ground.words, class: "live-ground-picture" });
    picture.onload = () => URL.revokeObjectURL(address);
    if (act) {
      picture.classList.add("asks");
      picture.onclick = ({ offsetX, offsetY }) => act(near(ground.spots, offsetX, offsetY, picture));
    }
    picture.spots = ground.spots;
    return el("div", { class: "live-ground", tabindex: "0", role: "group", "aria-label": "The ground" }, el("div", { class: "live-lawn" }, picture));
  }

  // The things within a finger's breadth of a point, the nearest first; the nearest of all, if there are none.
  function near(spots, x, y, picture) {
    const far = ({ left, top }) => Math.hypot(left * picture.clientWidth - x, top * picture.clientHeight - y);
    const found = [...spots].sort((one, other) => far(one) - far(other));
    return found.filter((one, number) => !number || far(one) < FINGER).map((one) => one.name);
  }

  // How every ball and player stands, and by which clause.
  function standing(ground) {
    const row = ([key, words]) => el("div", { class: "live-told" }, el("dt", {}, key), el("dd", {}, words));
    const cell = ({ words, clauses: cited }) => el("td", {}, words, clauses(cited));
    const table = ({ keys, rows }) =>
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, el("td", {}), keys.map((key) => el("th", { scope: "col" }, key)))),
        el("tbody", {}, rows.map(({ owner, cells }) => el("tr", {}, el("th", { scope: "row" }, owner), cells.map(cell)))),
      );
    return el(
      "div",
      { class: "live-standing", tabindex: "0", role: "group", "aria-label": "How everything stands" },
      ground.tables.map(table),
      el("dl", { class: "live-verdict" }, ground.numbers.map(row)),
    );
  }

  const closed = (asked) => asked.deeds.filter((deed) => !deed.can && deed.things[0] === asked.striker);

  // What can be said of the things that were clicked: what can have happened there, and why nothing else can.
  function choices(asked, things, tell, whynot) {
    const about = (deed) => !things.length || deed.things.some((one) => things.includes(one));
    const can = asked.deeds.filter((deed) => deed.can && about(deed));
    const cannot = closed(asked).filter(about);
    const where = things.length ? ` at ${things.join(" or ")}` : "";
    const list = (deeds, act) =>
      el("div", { class: "live-actions" }, deeds.map((deed) => button(deed.text, () => act(deed.text), { class: "live-move" })));
    return el(
      "div",
      { class: "live-happened", role: "group", "aria-label": `What can have happened${where}` },
      can.length ? list(can, tell) : el("p", {}, `By the rules nothing of account can happen${where} in this stroke.`),
      cannot.length ? el("details", {}, el("summary", {}, "Something else? Ask why it does not count"), list(cannot, whynot)) : null,
    );
  }

  // A game on the simulated lawn, stroke by stroke.
  class Watch {
    constructor(node, named, leave) {
      this.node = node;
      this.named = named;
      this.leave = leave;
      this.timer = 0;
    }

    async go(number) {
      clearTimeout(this.timer);
      try {
        this.show(await engine.ask({ do: "watch", ...this.named, stroke: number }, SECONDS));
      } catch (error) {
        this.running = false;
        if (engine.phase !== "failed") this.node.replaceChildren(el("p", { class: "live-refusal", role: "alert" }, error.message));
      }
    }

    show(found) {
      const { stroke, strokes, ball } = found;
      const focused = document.activeElement && this.node.contains(document.activeElement) ? document.activeElement.textContent : "";
      const isLast = stroke === strokes;
      if (isLast) this.running = false;
      const runs = this.running ? "Pause" : "Run";
      const picture = drawn(found.ground, null);
      const result = found.over ? ` The game is over${found.winner ? `: ${found.winner} wins` : ""}.` : "";
      this.node.replaceChildren(
        el("h2", {}, `Stroke ${stroke} of ${strokes}: ${ball} is struck`),
        el(
          "div",
          { class: "live-actions", role: "group", "aria-label": "Strokes" },
          button("Back", () => this.go(stroke - 1), { disabled: stroke === 1 }),
          button("Next", () => this.go(stroke + 1), { disabled: isLast, class: "live-open" }),
          button(runs, () => this.run(stroke), { disabled: isLast }),
          button("Leave", () => this.end()),
        ),
        el("p", { role: "status" }, found.seen.length ? `Seen: ${found.seen.join("; ")}.${result}` : `Nothing of account was seen.${result}`),
        picture,
        el("h3", {}, "What the rules say"),
        steps(found.told),
        found.steps.length ? el("details", {}, el("summary", {}, `why? (${found.steps.length} steps)`), steps(found.steps)) : null,
        standing(found.ground),
        el("p", { class: "live-who" }, `${found.players.length} computer players played this game on a simulated lawn when these pages were made.`),
      );
      const again = [...this.node.querySelectorAll("button")].find((one) => one.textContent === focused && !one.disabled);
      if (again) again.focus();
      this.roll(picture, found.ways);
      if (this.running) this.timer = setTimeout(() => this.go(stroke + 1), PAUSE);
      this.node.dispatchEvent(new CustomEvent("shown", { bubbles: true }));
    }

    // Show how the balls went, unless the reader wants no motion.
    roll(picture, ways) {
      if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
      for (const way of Object.values(ways)) {
        const dot = el("span", { class: "live-rolling", "aria-hidden": "true" });
        picture.firstElementChild.append(dot);
        const places = way.map(([left, top]) => ({ left: percent(left), top: percent(top) }));
        dot.animate(places, { duration: ROLLS, easing: "ease-out", fill: "both" }).onfinish = () => dot.remove();
      }
    }

    run(stroke) {
      this.running = !this.running;
      return this.go(this.running ? stroke + 1 : stroke);
    }

    end() {
      this.running = false;
      clearTimeout(this.timer);
      this.leave();
    }
  }

  Object.assign(window.circular, { lawn: { drawn, standing, choices, Watch } });
})();
