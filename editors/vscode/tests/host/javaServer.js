// Where no build file is read, the user's Java extension (a stand-in with its id) is asked for the class path, again when it changed.

const assert = require('node:assert');
const vscode = require('vscode');
const { file, goalline, hints, open, suite, until } = require('./shared');

const MONEY = 'src/main/java/shop/Money.java';

exports.run = suite({
  'the Java extension is asked for the test class path of a file without a pom': async () => {
    await vscode.workspace.fs.delete(file('pom.xml'));
    const java = await vscode.extensions.getExtension('redhat.java').activate();
    await goalline().activate();
    const { document } = await open(MONEY);
    await vscode.commands.executeCommand('goalline.generateForFile');
    await until('the question', () => java.played.asked.length > 0);
    assert.equal(java.played.asked[0].uri, file(MONEY).toString());
    assert.deepEqual(java.played.asked[0].options, { scope: 'test' });
    await until('hints', () => hints(document).length > 0);
  },
  'it is asked again after its class path changed, and its failure is no failure of ours': async () => {
    const java = vscode.extensions.getExtension('redhat.java').exports;
    const count = java.played.asked.length;
    java.played.fails = true;
    java.fireClasspathUpdate(file('.'));
    const editor = await open(MONEY);
    const { document } = editor;
    // A search of the very same text would be the one that may still go on.
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '\n'));
    await vscode.commands.executeCommand('goalline.generateForFile');
    await until('the next question', () => java.played.asked.length > count);
    assert.ok(hints(document).length > 0);
  },
});
