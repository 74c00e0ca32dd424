// What the suites share: waiting, the project's files, running claims one after the other and saying which failed.

const vscode = require('vscode');

const PATIENCE = 420_000;

/** Waits until something is there, and gives it; where it does not come, `seen` tells what there is instead. */
exports.until = async (what, look, seen = () => '') => {
  const begun = Date.now();
  for (;;) {
    const found = await look();
    if (found) {
      return found;
    }
    if (Date.now() - begun > PATIENCE) {
      throw new Error(`this did not come: ${what} ${seen()}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

/** A file of the project. */
exports.file = (name) => vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, name);

/** Opens a file in an editor. */
exports.open = async (name) => vscode.window.showTextDocument(await vscode.workspace.openTextDocument(exports.file(name)));

/** Our diagnostics of a document. */
exports.hints = (document) => vscode.languages.getDiagnostics(document.uri).filter((it) => it.source === 'goalline');

/** What the lightbulb offers at a place; the first `resolved` of them with their edits. */
exports.actionsAt = (document, range, resolved) =>
  vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, range, undefined, resolved);

/** The extension under test. */
exports.goalline = () => vscode.extensions.getExtension('goalline.goalline');

/** Runs claims in order; the first that does not hold ends the suite. */
exports.suite = (claims) => async () => {
  for (const [claim, check] of Object.entries(claims)) {
    try {
      const note = await check();
      console.log(`  ok: ${claim}${note ? ` (${note})` : ''}`);
    } catch (error) {
      console.error(`  FAILED: ${claim}\n${error?.stack ?? error}`);
      throw error;
    }
  }
};
