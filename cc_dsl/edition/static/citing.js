// Words of a clause are numbered from 1.  This shows those that an address names (#1862.II.8/3-7 on the page of the
// clause, #cite-w3-7 on the page with its citations), and lets a reader cite those that are selected.
(() => {
  "use strict"

  // The words in an element, each with where it begins and ends; raised signs are no words of the text.
  const wordsOf = box => {
    const nodes = []
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT)
    let whole = ""
    while (walker.nextNode()) {
      if (walker.currentNode.parentElement.closest("sup, button")) continue
      nodes.push([whole.length, walker.currentNode])
      whole += walker.currentNode.data
    }
    const at = offset => {
      const [start, node] = nodes.findLast(([start]) => start <= offset)
      return [node, offset - start]
    }
    return [...whole.matchAll(/\S+/g)].map(word => {
      const [first, from] = at(word.index)
      const [last, to] = at(word.index + word[0].length - 1)
      const range = document.createRange()
      range.setStart(first, from)
      range.setEnd(last, to + 1)
      return range
    })
  }

  const joined = (words, from, to) => {
    const range = words[from - 1].cloneRange()
    range.setEnd(words[to - 1].endContainer, words[to - 1].endOffset)
    return range
  }

  // The numbers of the first and the last word of a box that the reader has selected.
  const selected = box => {
    const selection = getSelection()
    if (!box || selection.isCollapsed || !selection.rangeCount) return null
    const chosen = selection.getRangeAt(0)
    const numbers = wordsOf(box).flatMap((word, at) =>
      chosen.compareBoundaryPoints(Range.END_TO_START, word) < 0 &&
      chosen.compareBoundaryPoints(Range.START_TO_END, word) > 0 ? [at + 1] : [])
    return numbers.length ? [numbers[0], numbers.at(-1)] : null
  }

  const span = ([from, to]) => from === to ? `${from}` : `${from}-${to}`
  const named = ([from, to]) => from === to ? `word ${from}` : `words ${from}–${to}`
  // What stands behind # in an address; a sign that is no escape, such as %, stands for itself.
  const decoded = hash => {
    try { return decodeURIComponent(hash) } catch { return hash }
  }
  const read = (pattern, hash) => {
    const found = pattern.exec(decoded(hash))
    return found && { id: found[1], span: [Number(found[2]), Number(found[3] || found[2])] }
  }

  const show = (box, [from, to]) => {
    const words = wordsOf(box)
    if (from < 1 || to < from || to > words.length) return null
    const range = joined(words, from, to)
    if (window.CSS && CSS.highlights) CSS.highlights.set("cited-words", new Highlight(range))
    return range
  }

  const onPage = () => {
    const follow = () => {
      if (window.CSS && CSS.highlights) CSS.highlights.delete("cited-words")
      const found = read(/^#(.+)\/(\d+)(?:-(\d+))?$/, location.hash)
      const box = found && document.getElementById(found.id)?.querySelector(".words .printed")
      const range = box && show(box, found.span)
      if (range) range.startContainer.parentElement.scrollIntoView({ block: "center", behavior: "instant" })
    }
    follow()
    addEventListener("hashchange", follow)
    document.addEventListener("selectionchange", () => {
      for (const clause of document.querySelectorAll(".clause")) {
        const link = clause.querySelector(":scope > .cite-line > a.cite")
        if (!link) continue
        const chosen = selected(clause.querySelector(".words .printed"))
        link.href = link.href.replace(/#.*/, "#cite") + (chosen ? `-w${span(chosen)}` : "")
        link.textContent = chosen ? `Cite ${named(chosen)}` : "Cite"
        link.dataset.label ||= link.ariaLabel
        link.ariaLabel = chosen ? link.dataset.label.replace("Cite", `Cite ${named(chosen)} of`) : link.dataset.label
        link.classList.toggle("of-words", Boolean(chosen))
      }
    })
  }

  const onLandingPage = main => {
    const box = main.querySelector("blockquote")
    if (!box) return
    const { key, title, short, at } = main.dataset
    const parts = [...main.querySelectorAll(".cited, .cite-address, pre")].map(part => [part, part.innerHTML])
    const files = [...main.querySelectorAll("a.cite-file")].map(link => [link, link.href])
    const escaped = words => new Option(words).innerHTML
    const put = () => {
      const found = read(/^#cite-(w)(\d+)(?:-(\d+))?$/, location.hash)
      const range = found && show(box, found.span)
      const fragment = main.querySelector(".fragment")
      fragment.hidden = !range
      for (const [part, before] of parts) {
        part.innerHTML = !range ? before : before
          .replaceAll(escaped(title), `${escaped(title)}, ${named(found.span)}`)
          .replaceAll(short, `${short}#w${span(found.span)}`)
          .replaceAll(`Cited as ${key}`, `Cited as ${key}/${span(found.span)}`)
      }
      for (const [link, before] of files) {
        const pre = link.parentElement.querySelector("pre")
        const ending = link.download.endsWith(".ris") ? "\r\n" : "\n"
        const text = `${pre.textContent}\n`.replaceAll("\n", ending)
        link.href = range ? before.split(",")[0] + "," + encodeURIComponent(text) : before
      }
      if (!range) return
      const words = `${range}`.split(/\s+/)
      const text = words.length > 8 ? [words.slice(0, 4), words.slice(-4)] : [words]
      const way = text.map(some => encodeURIComponent(some.join(" ")).replaceAll("-", "%2D")).join(",")
      const link = fragment.querySelector("a")
      link.href = `${at}/${span(found.span)}:~:text=${way}`
      link.textContent = `${key}/${span(found.span)}`
    }
    put()
    addEventListener("hashchange", put)
    document.addEventListener("selectionchange", () => {
      const chosen = selected(box)
      if (!chosen || `#cite-w${span(chosen)}` === location.hash) return
      history.replaceState(null, "", `#cite-w${span(chosen)}`)
      put()
    })
  }

  const main = document.querySelector("main[data-key]")
  main ? onLandingPage(main) : onPage()
})()
