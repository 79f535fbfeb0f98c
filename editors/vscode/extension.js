// Starts the language server of Court Circular, and in a terminal its debugger where a lens plays.
const vscode = require("vscode")
const { LanguageClient } = require("vscode-languageclient/node")

let client

/** Return the program that serves and debugs. */
function program() {
  return vscode.workspace.getConfiguration("circular").get("command")
}

/** Debug a game in a terminal, up to the clause of a lens. */
function play([, ...shellArgs]) {
  vscode.window.createTerminal({ name: "circular debug", shellPath: program(), shellArgs }).show()
}

/** Ask for the pieces of a judgement, as JSON; nothing typed means those of the first worked case. */
async function pieces() {
  const typed = await vscode.window.showInputBox({
    prompt: "Pieces as JSON; leave it empty for those of the first worked case",
    placeHolder: '{"lead": "5H", "side": ["AS 7C 6D", "KD 9C 2H"]}',
  })
  return typed === undefined ? undefined : typed.trim() ? [JSON.parse(typed)] : []
}

exports.activate = async function () {
  const command = program()
  client = new LanguageClient(
    "circular",
    "Court Circular",
    { command, args: ["lsp"] },
    {
      documentSelector: [{ language: "rules" }],
      middleware: {
        executeCommand: async (name, words, next) => {
          const more = name === "circular.judge" && words.length === 2 ? await pieces() : []
          if (more === undefined) return
          const found = await next(name, [...words, ...more])
          if (found && found.terminal) play(found.terminal)
          return found
        },
      },
    },
  )
  await client.start()
}

exports.deactivate = () => client && client.stop()
