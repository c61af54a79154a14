// Starts `ludwright lsp`, and shows the manual pages of diagnostics.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const SCHEME = "ludwright";
const OURS = ["cgml", "sgdl", "rulexml", "gamespec"];
// Texts of other kinds as well: the server looks whether they are games.
const OTHERS = ["yaml", "xml", "markdown"];

let client;

function options() {
  const settings = vscode.workspace.getConfiguration("ludwright");
  const languages = settings.get("files") ? [...OURS, ...OTHERS] : OURS;
  return {
    documentSelector: languages.flatMap((language) => [
      { scheme: "file", language },
      { scheme: "untitled", language },
    ]),
    initializationOptions: { explain: true },
    synchronize: {
      fileEvents: vscode.workspace.createFileSystemWatcher("**/*.{cgml,sgdl,xml,yml,yaml,md}"),
    },
  };
}

async function start() {
  const [command, ...before] = vscode.workspace.getConfiguration("ludwright").get("command");
  const server = { command, args: [...before, "lsp"] };
  client = new LanguageClient("ludwright", "Ludwright", server, options());
  try {
    await client.start();
  } catch (error) {
    const help = "Is it installed (pip install 'ludwright[lsp]'), and on your path?";
    vscode.window.showErrorMessage(`'${command} lsp' did not start: ${error.message}. ${help}`);
  }
}

// The address of a page is `ludwright:/explain/CODE.md`.
async function page(uri) {
  const code = uri.path.replace(/^\/explain\//, "").replace(/\.md$/, "");
  const found = client?.isRunning() &&
    (await client.sendRequest("workspace/executeCommand", {
      command: "ludwright.explain",
      arguments: [code],
    }));
  return found || `No page for ${code}.`;
}

async function activate(context) {
  context.subscriptions.push(
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
      provideTextDocumentContent: page,
    }),
    vscode.commands.registerCommand("ludwright.restart", async () => {
      await client?.stop();
      await start();
    }),
  );
  await start();
}

async function deactivate() {
  await client?.stop();
}

module.exports = { activate, deactivate };
