// Ranks the parts of the pages for a query: the number of a clause first, then the clause that defines a word, then headings,
// then words.  Everything is in search-data.js, so that it works from a disk.  `find` is a function without side effects.
(() => {
  "use strict"
  const { editions, records } = searchData
  const names = Object.keys(editions)

  // ------------------------------------------------------------------------------------------------------- words

  const fold = words => words.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/’/g, "'")
  // Cut off the ending of an English word, in the text and in the query alike.
  const root = word => {
    if (word.length < 4) return word
    const one = word.replace(/'s$/, "").replace(/ies$/, "y").replace(/(ss|x|ch|sh)es$/, "$1").replace(/([^su])s$/, "$1")
    return one.length > 5 ? one.replace(/(.{3,})(?:ing|ed)$/, "$1") : one
  }
  const WORD = /[a-z0-9]+(?:'[a-z]+)?/g
  const wordsOf = words => (fold(words).match(WORD) || []).map(root)
  const isSame = (one, other) => wordsOf(one).join(" ") === wordsOf(other).join(" ")

  // The subject of a clause that begins with “He” or “It”: the names in the clause before it.
  const namesMeant = (words, number) => number && /^(?:he|she|it|they)\b/i.test(words) ? records[number - 1][7] : []

  const built = records.map(([kind, edition, id, title, words, address, defined, printed], number) => ({
    kind, edition, id, title, words, address, defined, printed,
    inTitle: new Set(wordsOf(title)),
    inWork: new Set(edition ? wordsOf(editions[edition]) : []),
    inNames: new Set([...defined, ...printed, ...namesMeant(words, number)].flatMap(wordsOf)),
    inWords: new Set(wordsOf(words)),
    length: words.length,
  }))
  const frequency = new Map()
  for (const one of built)
    for (const word of new Set([...one.inWords, ...one.inTitle, ...one.inNames]))
      frequency.set(word, (frequency.get(word) || 0) + 1)
  // A name is explained by the first clause in which it is the only name; a clause with several names only lists them.
  const firstPrinted = new Map()
  const clausesOfOneName = built.filter(one => one.kind === "clause" && one.printed.length === 1)
  for (const one of [...clausesOfOneName, ...built.filter(one => one.kind === "clause")])
    for (const name of one.printed) {
      const key = `${one.edition} ${wordsOf(name).join(" ")}`
      if (!firstPrinted.has(key)) firstPrinted.set(key, one)
    }
  // The first clause of an edition that uses a word usually introduces the thing that the word names.
  const firstUse = new Map()
  for (const one of built)
    for (const word of one.kind === "clause" ? one.inWords : []) {
      const key = `${one.edition} ${word}`
      if (!firstUse.has(key)) firstUse.set(key, one)
    }
  const rarity = word => Math.log(1 + built.length / (frequency.get(word) || 0.5))

  // ---------------------------------------------------------------------------------------- the subject of a query

  const KINDS = { clause: 1.9, reading: 1, turn: 0.9, case: 0.6, page: 1.25, part: 1, notes: 0.6 }

  // A title of several words, such as “Croquêt Castles”, without its year.
  const titles = names.map(name => [name, wordsOf(editions[name].replace(/,?\s*\d{4}\??$/, ""))])
  const titled = (query, years) => {
    const words = wordsOf(query).join(" ")
    return titles.filter(([name, title]) => title.length > 1 && (!years.length || years.includes(name)) &&
      ` ${words} `.includes(` ${title.join(" ")} `)).map(([name, title]) => [name, title.join(" ")])
  }
  // The editions that a query names, by name, title or year, and the query without them.
  const editionsIn = query => {
    for (const name of names) {
      const rest = fold(query).startsWith(fold(name)) ? query.slice(name.length) : null
      if (rest !== null && /^[\s.:,]/.test(rest)) return [[name], rest.replace(/^[\s.:,]+/, "")]
    }
    const year = /(?:^|[\s,])(\d{4})(?=$|[\s,.:])/.exec(query)
    const named = year ? names.filter(name => editions[name].includes(year[1])) : []
    const rest = named.length ? query.replace(year[1], " ").replace(/^[\s.:,]+|[\s.:,]+$/g, "") : query
    const works = titled(rest, named)
    const left = works.length ? ` ${wordsOf(rest).join(" ")} `.replace(` ${works[0][1]} `, " ").trim() : ""
    if (left) return [works.map(([name]) => name), left]
    return named.length && rest ? [named, rest] : [[], query]
  }

  const scoreOf = (one, tokens, query, wanted) => {
    let score = 0
    let all = true
    for (const token of tokens) {
      let own = one.inWords.has(token) ? 1 / (0.6 + one.length / 1500) : 0
      if (tokens.length === 1 && firstUse.get(`${one.edition} ${token}`) === one) own *= 1.25
      if (one.inTitle.has(token)) own += one.kind === "reading" ? 1 : 4
      if (one.inNames.has(token)) own += 3
      if (!own && one.inWork.has(token)) own = one.kind === "page" ? 2 : 0.5
      const starts = word => word.startsWith(token)
      if (!own && token.length > 3 && [...one.inTitle, ...one.inNames, ...one.inWords].some(starts)) own = 0.5
      if (own) score += own * rarity(token)
      else all = false
    }
    if (!score) return [0, false]
    const phrase = fold(query).trim()
    if (isSame(one.title.replace(/^the /i, ""), query)) score += 30
    if (one.defined.some(name => isSame(name, query))) score += tokens.every(token => one.inWords.has(token)) ? 60 : 8
    else if (one.printed.some(name => isSame(name, query)))
      score += firstPrinted.get(`${one.edition} ${wordsOf(query).join(" ")}`) === one ? 45 : 20
    else if (one.kind === "clause" && tokens.length > 1)
      for (const name of one.printed.map(wordsOf))
        if (` ${tokens.join(" ")} `.includes(` ${name.join(" ")} `) &&
            firstPrinted.get(`${one.edition} ${name.join(" ")}`) === one) score += 30 // a name inside the query
    if (one.printed.some(name => fold(name) === phrase)) score += 30
    if (tokens.length > 1 && fold(one.words).includes(phrase)) score *= one.kind === "clause" ? 2 : 1.5
    if (wanted.length && wanted.includes(one.edition)) score *= 3
    // Of two that are alike the older text goes first.
    return [score * KINDS[one.kind] * (1 - 0.02 * Math.max(0, names.indexOf(one.edition))), all]
  }

  // A question for the difference of two texts leads to the page that compares them.
  const comparisons = query => {
    const years = query.match(/\d{4}/g) || []
    return years.length > 1 && /differ|compar|versus|\bvs\b/i.test(query)
      ? built.filter(one => one.kind === "page" && years.every(year => one.title.includes(year))) : []
  }

  const find = (asked, only = "") => {
    const bare = asked.replace(/[“”"]/g, " ").trim().replace(/^(?:what|who) (?:is|are) (?:an? |the )?/i, "")
    const [wanted, left] = editionsIn(bare)
    const query = left.replace(/^(?:rule|clause|section)\s+(?=\w+[\s.]+\d)/i, "") // the title of a clause is its number
    const inside = one => !only || one.edition === only
    const first = comparisons(bare).filter(inside)
    const tokens = [...new Set(wordsOf(query))]
    const scored = []
    for (const one of built) {
      if (!inside(one) || first.includes(one)) continue
      const [score, all] = scoreOf(one, tokens, query, wanted)
      if (score) scored.push({ one, score, all })
    }
    const whole = scored.filter(({ all }) => all)
    const rank = (left, right) => right.score - left.score ||
      names.indexOf(left.one.edition) - names.indexOf(right.one.edition)
    const rest = (whole.length ? whole : scored).sort(rank).map(({ one }) => one)
    return { hits: [...first, ...rest], tokens, isPartial: !whole.length && !first.length && scored.length > 0 }
  }

  // ------------------------------------------------------------------------------------------------------- results

  const NAMED = { clause: "clause", reading: "open place", turn: "worked turn",
    case: "worked case", page: "page", part: "part of a page", notes: "notes" }
  const MOST = 60

  const marked = (box, words, tokens) => {
    const spots = []
    for (const found of words.matchAll(/[\p{L}\p{N}]+(?:[’'][\p{L}]+)?/gu)) {
      const word = root(fold(found[0]))
      if (tokens.some(token => word === token || (token.length > 3 && word.startsWith(token))))
        spots.push([found.index, found.index + found[0].length])
    }
    const start = spots.length && spots[0][0] > 90 ? words.indexOf(" ", spots[0][0] - 70) + 1 : 0
    const end = words.length - start > 260 ? words.lastIndexOf(" ", start + 250) : words.length
    let at = start
    if (start) box.append("… ")
    for (const [from, to] of spots) {
      if (from < at || to > end) continue
      const mark = document.createElement("mark")
      mark.textContent = words.slice(from, to)
      box.append(words.slice(at, from), mark)
      at = to
    }
    box.append(words.slice(at, end), end < words.length ? " …" : "")
  }

  const item = (one, tokens) => {
    const line = document.querySelector("template").content.cloneNode(true)
    const link = line.querySelector("a"), words = line.querySelector("p"), work = editions[one.edition] || ""
    const title = one.kind === "part" && one.id ? `${one.title} — ${one.id}` : one.title
    link.href = document.documentElement.dataset.content_root + one.address
    link.textContent = work && !title.endsWith(work) ? `${title} — ${work}` : title
    line.querySelector(".hit-kind").textContent = NAMED[one.kind]
    one.words ? marked(words, one.words, tokens) : words.remove()
    return line
  }

  const show = () => {
    const asked = new URLSearchParams(location.search)
    const form = document.querySelector(".search-form")
    form.q.value = asked.get("q") || ""
    form.in.value = asked.get("in") || ""
    if (!form.q.value.trim()) return form.q.focus()
    const { hits, tokens, isPartial } = find(form.q.value, form.in.value)
    const count = document.querySelector(".hit-count")
    const places = hits.length === 1 ? "1 place" : `${hits.length} places`
    count.textContent = !hits.length ? "Nothing was found. Try fewer or other words." :
      isPartial ? `No place has all of these words; ${places} ${hits.length === 1 ? "has" : "have"} some of them.` :
        hits.length > MOST ? `${places}; the first ${MOST} are shown.` : `${places}.`
    document.querySelector(".hits").append(...hits.slice(0, MOST).map(one => item(one, tokens)))
  }

  window.findInEdition = find
  if (document.querySelector(".search-form")) show()
})()
