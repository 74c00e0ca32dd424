// How long a person waits in a class of 500 goals, and what a smart selection shows; times are printed and judged by nobody.

const assert = require('node:assert');
const vscode = require('vscode');
const { actionsAt, file, goalline, hints, open, suite, until } = require('./shared');

const LONG = 'src/main/java/shop/Long.java';
const DISCOUNT = 'src/main/java/shop/Discount.java';
const PREDICATES = 250;
const ASKED = 50;

/** A class with two goals in each of its methods. */
function longClass() {
  const method = (at) => `    public int m${at}(int a) {\n        return a > ${at} ? 1 : 2;\n    }\n`;
  return `package shop;\n\npublic class Long {\n${Array.from({ length: PREDICATES }, (_, at) => method(at)).join('')}}\n`;
}

exports.run = suite({
  'the menu of actions is there at once, with 500 goals in the class': async () => {
    await goalline().activate();
    await vscode.workspace.fs.writeFile(file(LONG), Buffer.from(longClass()));
    const { document } = await open(LONG);
    await vscode.commands.executeCommand('goalline.generateForFile');
    await until('many hints', () => hints(document).length > 90);
    const times = [];
    for (let made = 0; made < ASKED; made += 1) {
      const hint = hints(document)[made % hints(document).length];
      const begun = performance.now();
      const actions = await actionsAt(document, hint.range);
      times.push(performance.now() - begun);
      assert.ok(actions.length > 0);
    }
    times.sort((a, b) => a - b);
    return `median ${times[ASKED >> 1].toFixed(1)} ms, worst ${times.at(-1).toFixed(1)} ms of ${ASKED}`;
  },
  'a smart selection shows goals of other criteria, each with what it stands for': async () => {
    await vscode.workspace.getConfiguration('goalline').update('criteria', 'smart', vscode.ConfigurationTarget.Workspace);
    const { document } = await open(DISCOUNT);
    await vscode.commands.executeCommand('goalline.generateForFile');
    const isDirect = (hint) => hint.code === 'direct';
    const hint = await until('a hint of a direct branch', () => hints(document).find(isDirect));
    const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, hint.range.start);
    const text = hovers.flatMap((hover) => hover.contents).map((content) => content.value).join('\n');
    assert.match(text, /direct branch · goal \d+ of \d+/);
    assert.match(text, /Stands for: .*\(branch\)/);
  },
});
