// The button that sets the colours of all pages: as the system has them, light, or dark.
(() => {
  "use strict"
  document.documentElement.classList.remove("no-js")
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
