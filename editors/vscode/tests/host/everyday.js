// What a day with the extension is made of, by VS Code's own API: it starts fast, measures, previews, lists, and survives its server.

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const path = require('node:path');
const vscode = require('vscode');
const { file, goalline, hints, open, suite, until } = require('./shared');

const CART = 'src/main/java/shop/Cart.java';
const isReady = (hint) => hint.message.includes('test ready');

/** Processes of our server that belong to this extension host. */
function servers() {
  const all = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).split('\n');
  return all.filter((it) => it.includes(`--clientProcessId=${process.pid}`)).map((it) => Number(it.trim().split(' ')[0]));
}

/** Inserts the ready test of a hint as a click on it does; its name. */
async function insertTestOf(document, hint) {
  const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, hint.range, undefined, 10);
  const insert = actions.find((action) => action.title.startsWith('Insert test '));
  await vscode.workspace.applyEdit(insert.edit);
  await vscode.commands.executeCommand(insert.command.command, ...insert.command.arguments);
  return insert.title.replace('Insert test ', '');
}

/** Stands in for a Java test extension: knows the file as one test, and the tests that it was asked to run. */
function testRunner(uri) {
  const controller = vscode.tests.createTestController('stand-in', 'Java Tests');
  const item = controller.createTestItem('all', 'All of the class', uri);
  item.range = new vscode.Range(0, 0, 10_000, 0);
  controller.items.add(item);
  const asked = [];
  const run = (request) => {
    asked.push(...(request.include ?? []).map((it) => it.id));
    controller.createTestRun(request).end();
  };
  controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, run, true);
  return { asked, dispose: () => controller.dispose() };
}

async function runAndWait(document) {
  await vscode.commands.executeCommand('goalline.generateForFile');
  await until('a hint with a ready test', () => hints(document).some(isReady));
}

exports.run = suite({
  'activation is quick: it loads and waits for neither the server nor the library that talks to it': async () => {
    const { activationMilliseconds } = await goalline().activate();
    const main = path.join(goalline().extensionPath, goalline().packageJSON.main);
    delete require.cache[require.resolve(main)];
    const begun = performance.now();
    require(main);
    return `loaded in ${(performance.now() - begun).toFixed(0)} ms, activated in ${activationMilliseconds.toFixed(0)} ms`;
  },
  'every command of the manifest is there': async () => {
    const commands = await vscode.commands.getCommands(true);
    for (const { command } of goalline().packageJSON.contributes.commands) {
      assert.ok(commands.includes(command), command);
    }
  },
  'the walkthrough opens, and its pictures and commands are there': async () => {
    const commands = await vscode.commands.getCommands(true);
    const [walkthrough] = goalline().packageJSON.contributes.walkthroughs;
    for (const step of walkthrough.steps) {
      const media = step.media.image ?? step.media.markdown;
      await vscode.workspace.fs.stat(vscode.Uri.joinPath(goalline().extensionUri, media));
      for (const [, command] of step.description.matchAll(/\(command:([\w.]+)/g)) {
        assert.ok(commands.includes(command) || command === 'goalline.goals.focus', command);
      }
    }
    await vscode.commands.executeCommand('workbench.action.openWalkthrough', `goalline.goalline#${walkthrough.id}`);
    await until('its page', () => vscode.window.tabGroups.all.some((group) => group.tabs.some((tab) => /Walkthrough|Welcome/.test(tab.label))));
  },
  'a search puts hints at the exact expressions': async () => {
    const { document } = await open(CART);
    await runAndWait(document);
    const texts = hints(document).map((hint) => document.getText(hint.range));
    assert.ok(texts.includes('quantity <= 0'), texts.join(' | '));
    assert.ok(hints(document).every((hint) => hint.code !== undefined));
  },
  'the lightbulb has insert first, preview next, ignore last': async () => {
    const { document } = await open(CART);
    const hint = hints(document).find(isReady);
    const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, hint.range);
    const titles = actions.map((action) => action.title);
    assert.match(titles[0], /^Insert test /);
    assert.match(titles[1], /^Preview test /);
    assert.match(titles.at(-1), /^Ignore /);
  },
  'lenses stand above methods': async () => {
    const lenses = await vscode.commands.executeCommand('vscode.executeCodeLensProvider', file(CART));
    assert.ok(lenses.some((lens) => /^\d+\/\d+ goals?.* ready$/.test(lens.command.title)));
  },
  'a search for the method at the cursor is told by its name, and the rest stays': async () => {
    const { document } = await open(CART);
    let status = '';
    const told = (words) => async () => {
      await vscode.commands.executeCommand('goalline.copyDebugInformation');
      status = /status: .*/.exec(await vscode.env.clipboard.readText())?.[0];
      return words.test(status);
    };
    const seen = () => `(${status})`;
    // Asked for while the whole class is searched, it would take the place of that.
    await until('the end of the search', told(/status: .*Cart: \d+ of \d+ goals/), seen);
    const before = hints(document).filter(isReady).map((hint) => document.getText(hint.range));
    const line = document.getText().split('\n').findIndex((text) => text.includes('int total()'));
    vscode.window.activeTextEditor.selection = new vscode.Selection(line + 1, 8, line + 1, 8);
    await vscode.commands.executeCommand('goalline.generateForMethod');
    await until('its name in the status line', told(/status: .*Cart\.total\(\): \d+ of \d+ goals/), seen);
    const now = hints(document).filter(isReady).map((hint) => document.getText(hint.range));
    assert.ok(before.includes('quantity <= 0') && now.includes('quantity <= 0'), now.join(' | '));
  },
  'an ignored goal stands in a file of the project': async () => {
    const { document } = await open(CART);
    const hint = hints(document).at(-1);
    const actions = await vscode.commands.executeCommand('vscode.executeCodeActionProvider', document.uri, hint.range);
    const ignore = actions.find((action) => action.title.startsWith('Ignore '));
    const count = hints(document).length;
    await vscode.commands.executeCommand(ignore.command.command, ...ignore.command.arguments);
    await until('the hint to go', () => hints(document).length < count);
    const kept = await vscode.workspace.fs.readFile(file('.goalline/ignored-goals'));
    assert.match(Buffer.from(kept).toString(), /^# Goals.*\nshop\.Cart#/);
  },
  'an inserted test is open, selected, and its hint is gone before anything is saved': async () => {
    const { document } = await open(CART);
    const isMeant = (it) => document.getText(it.range) === 'quantity <= 0' && isReady(it);
    const hint = await until('the hint with its test', () => hints(document).find(isMeant));
    const name = await insertTestOf(document, hint);
    const shown = () => vscode.window.activeTextEditor;
    await until('the test class in front', () => shown()?.document.fileName.endsWith('CartTest.java'));
    await until('the test to be selected', () => !shown().selection.isEmpty);
    assert.ok(shown().document.getText(shown().selection).includes(name));
    await until('the hint to go', () => !hints(document).some((it) => document.getText(it.range) === 'quantity <= 0'));
  },
  'where that is wished, the test class is saved after inserting and the new test is run': async () => {
    const tests = file('src/test/java/shop/CartTest.java');
    const runner = testRunner(tests);
    const settings = vscode.workspace.getConfiguration('goalline');
    await settings.update('afterInsert', 'run', vscode.ConfigurationTarget.Global);
    const { document } = await open(CART);
    const hint = await until('a hint with a test', () => hints(document).find(isReady));
    const name = await insertTestOf(document, hint);
    await until('its run', () => runner.asked.includes('all'));
    const saved = Buffer.from(await vscode.workspace.fs.readFile(tests)).toString();
    assert.ok(saved.includes(`void ${name}()`), 'it was run before it was saved');
    await settings.update('afterInsert', undefined, vscode.ConfigurationTarget.Global);
    runner.dispose();
  },
  'a server that is killed comes back with what it knew': async () => {
    const { document } = await open(CART);
    const [old] = servers();
    process.kill(old, 'SIGKILL');
    await until('another server', () => servers().some((it) => it !== old));
    // What is asked for while it starts waits for it.
    await vscode.commands.executeCommand('goalline.resumeSearching');
    await until('its hints', () => hints(document).some(isReady));
    return 'one message, one restart';
  },
  'paused, a save searches nothing; the status says so': async () => {
    const { document } = await open(CART);
    await vscode.commands.executeCommand('goalline.pauseSearching');
    await document.save();
    await vscode.commands.executeCommand('goalline.resumeSearching');
  },
  'debug information goes to the clipboard': async () => {
    await vscode.commands.executeCommand('goalline.copyDebugInformation');
    const text = await until('the text', () => vscode.env.clipboard.readText());
    assert.match(text, /server goalline \d/);
    assert.match(text, /no panic since the server was started/);
  },
});
