// Starts the language server of Court Circular.
const vscode = require("vscode")
const { LanguageClient } = require("vscode-languageclient/node")

let client

exports.activate = async function () {
  const command = vscode.workspace.getConfiguration("circular").get("command")
  const documentSelector = [{ language: "rules" }]
  client = new LanguageClient("circular", "Court Circular", { command, args: ["lsp"] }, { documentSelector })
  await client.start()
}

exports.deactivate = () => client && client.stop()
