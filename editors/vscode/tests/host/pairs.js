// Pairs of branches of a class and of what it calls: one diagnostic at the call that leads into both files, and a test of a pair that covers
// it when it is run.

const assert = require('node:assert');
const path = require('node:path');
const vscode = require('vscode');
const { actionsAt, goalline, hints, open, suite, until } = require('./shared');

const CART = 'src/main/java/shop/Cart.java';
const TESTS = 'src/test/java/shop/CartTest.java';
const CALL = 'discount.rateFor(total)';
const OFFER = /^Insert test (\w+) \((.+) with (.+)\)$/;

/** The diagnostic of pairs at the call; nothing while there is none. */
const hintAtCall = (document) =>
  hints(document).find((hint) => hint.code === 'coupled-branch' && document.getText(hint.range) === CALL);

/** The pairs that it calls missing, by key; none while there is no diagnostic. */
const missing = (document) => hintAtCall(document)?.data.goals ?? [];

/** `vip true` as it stands in a key. */
const inKey = (branch) => `:branch:${branch.replace(/ (\w+)$/, '#0:$1')}`;

/** Saves a file as a key press does, changed or not. */
async function save(name) {
  await open(name);
  await vscode.commands.executeCommand('workbench.action.files.save');
}

exports.run = suite({
  'a call has one diagnostic that leads to the branches of the caller and of what it calls': async () => {
    await goalline().activate();
    const { document } = await open(CART);
    await save(CART);
    const hint = await until('pairs with a ready test', () => {
      const found = hintAtCall(document);
      return found?.message.includes('test ready') && found;
    });
    assert.match(hint.message, /^\d+ of \d+ combinations with Discount\.rateFor are never tested together/);
    const files = new Set();
    for (const { location, message } of hint.relatedInformation) {
      const there = await vscode.workspace.openTextDocument(location.uri);
      const place = message.endsWith(': leads to the call') ? 'Cart.java' : 'Discount.java';
      assert.equal(path.basename(there.fileName), place, message);
      assert.match(message.replace(there.getText(location.range), '…'), /^… (true|false): (leads to the call|in what it calls)$/);
      files.add(place);
    }
    assert.deepEqual([...files], ['Cart.java', 'Discount.java']);
    return hint.message;
  },
  'the test of a pair covers it when it is run, and what it does not cover stays missing': async () => {
    const { document } = await open(CART);
    const before = missing(document);
    const actions = await actionsAt(document, hintAtCall(document).range, 20);
    const insert = actions.find((action) => OFFER.test(action.title));
    const [, name, caller, callee] = OFFER.exec(insert.title);
    const pair = before.find((key) => key.includes(`${inKey(caller)} + `) && key.includes(`${inKey(callee)} @ `));
    assert.ok(pair, `${insert.title} is about none of\n${before.join('\n')}`);
    assert.ok(await vscode.workspace.applyEdit(insert.edit));
    await until('the pair to go', () => hintAtCall(document) && !missing(document).includes(pair));
    const rest = missing(document);
    // Edited by hand it is nobody's offer any more: that it covers the pair is to be seen by running it, and not otherwise.
    const editor = await open(TESTS);
    const line = editor.document.getText().split('\n').findIndex((text) => text.includes(`void ${name}(`));
    await editor.edit((edit) => edit.insert(new vscode.Position(line + 1, 0), '        // Looked at.\n'));
    await until('the pair to be missing again', () => missing(document).includes(pair));
    await save(TESTS);
    await save(CART);
    await until('the pair to be covered', () => hintAtCall(document) && !missing(document).includes(pair));
    assert.deepEqual(missing(document), rest);
    const at = hintAtCall(document).range.start;
    const hovers = await vscode.commands.executeCommand('vscode.executeHoverProvider', document.uri, at);
    const matrix = hovers.flatMap((hover) => hover.contents).map((content) => content.value).join('\n');
    assert.ok(matrix.includes(`✓ CartTest.${name} |`), matrix);
    return `${insert.title}; ${before.length - rest.length} of ${before.length} pairs covered`;
  },
});
