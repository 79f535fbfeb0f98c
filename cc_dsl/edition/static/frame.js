// Links that keep the reader's place, and the button for the colours of all pages: the system's, light, or dark.
(() => {
  "use strict"
  document.documentElement.classList.remove("no-js")
  // Unfold a worked case to which a link leads.
  const unfold = () => {
    const at = document.getElementById(location.hash.slice(1))
    const folded = []
    for (let one = at; one; one = one.parentElement) if (one.tagName === "DETAILS" && !one.open) folded.push(one)
    for (const one of folded) one.open = true
    if (folded.length) at.scrollIntoView()
  }
  unfold()
  addEventListener("hashchange", unfold)
  // An address can name words of a clause, counted from 1 without raised signs, such as #1862.II.8/3-7.
  const showWords = () => {
    const [, id, first, last = first] = /^#(.+)\/(\d+)(?:-(\d+))?$/.exec(location.hash) || []
    const box = document.getElementById(id)?.querySelector(".words .printed")
    globalThis.CSS?.highlights?.delete("cited-words")
    if (!box) return
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT), nodes = []
    let text = ""
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest("sup, button")) continue
      nodes.push([text.length, walker.currentNode])
      text += walker.currentNode.data
    }
    const words = [...text.matchAll(/\S+/g)], [from, to] = [words[first - 1], words[last - 1]]
    if (!from || !to || to.index < from.index) return
    const at = offset => {
      const [start, node] = nodes.findLast(([start]) => start <= offset)
      return [node, offset - start]
    }
    const range = document.createRange(), [end, offset] = at(to.index + to[0].length - 1)
    range.setStart(...at(from.index))
    range.setEnd(end, offset + 1)
    globalThis.CSS?.highlights?.set("cited-words", new Highlight(range))
    range.startContainer.parentElement.scrollIntoView({ block: "center", behavior: "instant" })
  }
  showWords()
  addEventListener("hashchange", showWords)
  // A link to another view of the same text leads to the clause at which the reader is.
  for (const link of document.querySelectorAll(".keeps-place a"))
    link.addEventListener("click", () => {
      const bar = document.querySelector(".views")
      const top = bar ? bar.getBoundingClientRect().bottom : 0
      const places = [...document.querySelectorAll("[id^='at-']")]
      const at = places.findLast(one => one.getBoundingClientRect().top <= top + 40) || places[0]
      if (at && scrollY > 40) link.href = link.href.replace(/#.*/, "") + "#" + at.id
    })
  const button = document.querySelector(".theme-toggle")
  if (!button) return
  const named = { auto: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" }
  const order = Object.keys(named)
  const show = () => { button.textContent = named[document.body.dataset.theme] || named.auto }
  button.addEventListener("click", () => {
    const next = order[(order.indexOf(document.body.dataset.theme) + 1) % order.length]
    document.body.dataset.theme = next
    try { localStorage.setItem("theme", next) } catch { /* Some browsers keep nothing for files. */ }
    show()
  })
  show()
})()
