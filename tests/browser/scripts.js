// The scripts that tests run in a page; each is named in the line above it, with what it returns.

// axe: The rules of axe that a part of the page breaks: each with its first places, and how often.
([within, without, tags]) =>
  axe.run({include: [within], exclude: without ? [without] : []},
  {runOnly: tags, resultTypes: ['violations'], iframes: false, preload: false}).then(found =>
  found.violations.map(({id, nodes}) =>
    [id, nodes.slice(0, 3).map(one => one.target.join(' ')).join('; '), nodes.length]))

// wider: Whether the page scrolls sideways: the first elements that are wider than the screen.
() => {
  const wide = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= wide) return []
  return [...document.querySelectorAll('body *')].filter(one => one.getBoundingClientRect().right > wide + 1)
    .map(one => `${one.tagName.toLowerCase()}.${one.className}`).slice(0, 3).concat('the page itself').slice(0, 3)
}

// controls: What can be pressed or written into, and is printed all the same.
() => [...document.querySelectorAll('button, select, textarea, input:not([type=radio])')]
  .filter(one => one.checkVisibility() && one.getClientRects().length)
  .map(one => `${one.tagName.toLowerCase()}.${one.className} ${one.textContent.slice(0, 30)}`).slice(0, 3)

// focused: What is wrong with the element that has the focus; null where the focus has come round, or left the page.
() => {
  const one = document.activeElement
  if (!one || one === document.body || one.matches('[data-was-here]')) return null
  one.dataset.wasHere = ''
  const name = `${one.tagName.toLowerCase()}.${one.className} “${one.textContent.trim().slice(0, 30)}”`
  if (getComputedStyle(one).outlineStyle === 'none') return `${name} has no line round it`
  const box = [...one.getClientRects()].find(box => box.width && box.height)
  if (!box) return `${name} cannot be seen`
  const [left, top] = [box.left + box.width / 2, box.top + box.height / 2]
  if (left < 0 || top < 0 || left > innerWidth || top > innerHeight) return `${name} is outside the screen`
  const above = document.elementFromPoint(left, top)
  return above && !one.contains(above) && !above.contains(one) ? `${name} is covered by ${above.className}` : ''
}

// settled: Brings an element into view until two frames show it at one place: what loads above it moves it.
async one => {
  for (let before = null, now; before !== now || now === undefined;) {
    before = now;
    one.scrollIntoView({block: "center", behavior: "instant"});
    now = one.getBoundingClientRect().top;
    await new Promise(requestAnimationFrame);
  }
}

// note: Notes when the engine is ready, when something is clicked, and when a verdict is shown.
() => {
  window.noted = {}
  const note = name => { window.noted[name] ??= performance.now() }
  const Before = window.Worker
  window.Worker = class extends Before {
    constructor(...given) {
      super(...given)
      this.addEventListener('message', ({data}) => data.ready && note(data.ready))
    }
  }
  document.addEventListener('click', () => note('click'), true)
  document.addEventListener('judged', () => note('judged'), true)
}

// times: How long each message takes, in milliseconds.
async messages => {
  const found = []
  for (const one of messages) {
    const begin = performance.now()
    await circular.engine.ask({do: 'judge', edition: '1862', ...one})
    found.push(performance.now() - begin)
  }
  return found
}

// answers: The answers of the engine to messages, one after another.
messages => messages.reduce(async (found, one) =>
  [...await found, await circular.engine.ask(one, {seconds: 300}).catch(error => error.message)],
  Promise.resolve([]))

// fetched: Asks for an address in several ways, and returns those which an answer came by.
address => Promise.all([
  fetch(address).then(() => "the page", () => ""),
  new Promise(done => {
    const code = "fetch(name).then(() => postMessage('a worker'), () => postMessage(''))".replace(
      "name", JSON.stringify(address));
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })));
    worker.onmessage = ({ data }) => done(data);
  }),
  new Promise(done => {
    const asked = new XMLHttpRequest();
    asked.onload = () => done("a request"); asked.onerror = () => done("");
    asked.open("GET", address); asked.send();
  }),
  navigator.sendBeacon(address, "x") && "",
])

// abandoned: What is put to the engine, and how each message ends, if one is abandoned before its turn.
async () => {
  await circular.engine.start();
  const put = [];
  const post = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (data) {
    put.push(JSON.parse(data.text).session);
    return post.call(this, data);
  };
  const wanted = new AbortController();
  const ask = (session, signal) => circular.engine.ask({ do: "leave", session }, { signal });
  const answers = [ask("first"), ask("abandoned", wanted.signal), ask("last")];
  answers[1].catch(() => {});
  await Promise.resolve();
  wanted.abort();
  const ends = await Promise.allSettled(answers);
  Worker.prototype.postMessage = post;
  return [put, ends.map(({ status, reason }) => (reason ? reason.name : status))];
}
