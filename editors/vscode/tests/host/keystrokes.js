// Ten thousand random edits, of letters of every width and line ends of every kind: were server and editor not of one mind about the text
// afterwards, hints would stand beside their expressions.

const assert = require('node:assert');
const vscode = require('vscode');
const { file, goalline, hints, open, suite, until } = require('./shared');

const EDITS = 10_000;
const AT_ONCE = 100;
const PIECES = ['a', 'é', '你', '😀', '\n', '\r\n', ' ', '{', '}', '"', '// ', 'if (x > 1) '];

/** A generator of its own, so that a failure can be seen again. */
function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

exports.run = suite({
  'hints stay at their expressions while text of every kind is typed above them': async () => {
    await goalline().activate();
    const editor = await open('src/main/java/shop/Cart.java');
    const { document } = editor;
    await vscode.commands.executeCommand('goalline.generateForFile');
    await until('hints', () => hints(document).length > 5);
    const texts = () => hints(document).map((hint) => document.getText(hint.range)).sort();
    const before = new Set(texts());
    const below = random(7);
    // A comment of its own takes the edits, so that the class stays the same.
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '/*\n\n*/\n'));
    let end = document.offsetAt(new vscode.Position(1, 0));
    const begun = performance.now();
    for (let made = 0; made < EDITS; made += AT_ONCE) {
      // One edit of an editor is many changes of one notification; one by one they would take minutes.
      await editor.edit((edit) => {
        for (let each = 0; each < AT_ONCE; each += 1) {
          const text = PIECES[below(PIECES.length)];
          edit.insert(document.positionAt(3 + below(Math.max(1, end - 4))), text);
        }
      }, { undoStopBefore: false, undoStopAfter: false });
      end = document.getText().indexOf('*/');
      if (end > 4_000) {
        await editor.edit((edit) => edit.delete(new vscode.Range(document.positionAt(3), document.positionAt(end - 1))));
        end = document.getText().indexOf('*/');
      }
    }
    const seconds = (performance.now() - begun) / 1000;
    // The search may still go on and take hints away; none may stand at anything but an expression of the class.
    const isRight = () => texts().length > 0 && texts().every((text) => before.has(text));
    await until('hints at their expressions again', isRight);
    assert.equal(document.uri.toString(), file('src/main/java/shop/Cart.java').toString());
    return `${EDITS} edits in ${seconds.toFixed(1)} s`;
  },
});
