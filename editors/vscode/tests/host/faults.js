// What a class throws that nothing announces: a warning of its own, its input to read, a failing test to insert, a way to call it intended.

const assert = require('node:assert');
const vscode = require('vscode');
const { actionsAt, file, goalline, hints, open, suite, until } = require('./shared');

const CODES = 'src/main/java/shop/Codes.java';
const TEXT = `package shop;

public class Codes {
    public int first(String code) {
        if (code.isEmpty()) {
            return 0;
        }
        String[] parts = code.split("-");
        return parts[0].length();
    }
}
`;

const isFault = (hint) => hint.code === 'fault';
const named = (actions, title) => actions.find((action) => action.title === title);

exports.run = suite({
  'a possible fault is a warning at the line that throws': async () => {
    await goalline().activate();
    await vscode.workspace.fs.writeFile(file(CODES), Buffer.from(TEXT));
    const { document } = await open(CODES);
    await vscode.commands.executeCommand('goalline.generateForFile');
    const fault = await until('a possible fault', () => hints(document).find(isFault));
    assert.equal(fault.severity, vscode.DiagnosticSeverity.Warning);
    assert.equal(document.getText(fault.range), 'return parts[0].length();');
    return fault.message;
  },
  'its input and stack open beside the class': async () => {
    const { document } = await open(CODES);
    const actions = await actionsAt(document, hints(document).find(isFault).range);
    const { command } = named(actions, 'Show input');
    await vscode.commands.executeCommand(command.command, ...command.arguments);
    const isText = (editor) => editor.document.uri.scheme === 'goalline-preview';
    const shown = await until('the text', () => vscode.window.visibleTextEditors.find(isText));
    assert.match(shown.document.getText(), /first\(.*throws java\.lang\.ArrayIndexOutOfBounds.*at shop\.Codes\.first/s);
  },
  'its failing test is inserted as an edit that can be undone, and once': async () => {
    const { document } = await open(CODES);
    const { range } = hints(document).find(isFault);
    const insert = named(await actionsAt(document, range, 20), 'Insert as a failing test');
    assert.ok(await vscode.workspace.applyEdit(insert.edit));
    const test = await vscode.workspace.openTextDocument(file('src/test/java/shop/CodesTest.java'));
    assert.ok(test.isDirty && test.getText().includes('new Codes()'), test.getText());
    await until('the offer to go', async () => !named(await actionsAt(document, range), 'Insert as a failing test'));
  },
  'called intended, it is shown no more': async () => {
    const { document } = await open(CODES);
    const { range } = hints(document).find(isFault);
    const { command } = named(await actionsAt(document, range), 'This is intended');
    await vscode.commands.executeCommand(command.command, ...command.arguments);
    await until('the warning to go', () => !hints(document).some(isFault));
    const kept = await vscode.workspace.fs.readFile(file('.goalline/ignored-goals'));
    assert.match(Buffer.from(kept).toString(), /shop\.Codes#first:fault:java\.lang\.ArrayIndexOutOfBoundsException/);
  },
});
