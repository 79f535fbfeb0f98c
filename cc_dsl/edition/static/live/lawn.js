// The ground of a game: what happened on it is clicked.
"use strict";

(() => {
  const { el, button, clauses, details, tabled, verdict } = window.circular;
  const FINGER = 20; // pixels

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
    const row = ({ owner, cells }) => [owner, cells.map(({ words, clauses: cited }) => [words, clauses(cited)])];
    const named = { class: "live-standing", tabindex: "0", role: "group", "aria-label": "How everything stands" };
    return el("div", named, ground.tables.map(({ keys, rows }) => tabled(keys, rows.map(row))), verdict(ground.numbers));
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
    return el("div", { class: "live-happened", role: "group", "aria-label": `What can have happened${where}` },
      can.length ? list(can, tell) : el("p", {}, `By the rules nothing of account can happen${where} in this stroke.`),
      cannot.length ? details("Something else? Ask why it does not count", list(cannot, whynot)) : null,
    );
  }

  Object.assign(window.circular, { lawn: { drawn, standing, choices } });
})();
