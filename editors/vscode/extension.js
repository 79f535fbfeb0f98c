// Starts the language server of Court Circular, and its debugger where a lens plays or somebody presses F5.
const vscode = require("vscode")
const { LanguageClient } = require("vscode-languageclient/node")

let client

/** Return the program that serves and debugs. */
function program() {
  return vscode.workspace.getConfiguration("circular").get("command")
}

/** Debug a game of a rules file that stops first at the clause of a lens. */
function play({ edition, breaks }) {
  const name = `play from ${breaks.join(", ")}`
  return vscode.debug.startDebugging(undefined, { type: "circular", request: "launch", name, edition, breaks })
}

/** The debugger is the command `circular dap`. */
const adapters = {
  createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program(), ["dap"]),
}

/** Without a launch.json, F5 debugs a game of the file that is open. */
const configurations = {
  resolveDebugConfiguration(folder, given) {
    const editor = vscode.window.activeTextEditor
    if (given.type || !editor || editor.document.languageId !== "rules") return given
    return { type: "circular", request: "launch", name: "Debug a game", edition: editor.document.fileName }
  },
}

/** Ask for the pieces of a judgement, as JSON; nothing typed means those of the first worked case. */
async function pieces() {
  const typed = await vscode.window.showInputBox({
    prompt: "Pieces as JSON; leave it empty for those of the first worked case",
    placeHolder: '{"lead": "5H", "side": ["AS 7C 6D", "KD 9C 2H"]}',
  })
  return typed === undefined ? undefined : typed.trim() ? [JSON.parse(typed)] : []
}

exports.activate = async function (context) {
  const command = program()
  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("circular", adapters),
    vscode.debug.registerDebugConfigurationProvider("circular", configurations),
  )
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
          if (found && found.debug) play(found.debug)
          return found
        },
      },
    },
  )
  await client.start()
}

exports.deactivate = () => client && client.stop()
