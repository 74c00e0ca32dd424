// The story a user sees, in a real VS Code: story.mjs VSIX. Open a Maven project with tests of its own, save, see the squiggle, open the
// lightbulb, preview, insert, save, see the goal covered; the tree, coverage and the menu.

import assert from 'node:assert';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

import {
  ROOT,
  insertPreviewed,
  installExtension,
  openFolder,
  removeFolder,
  runCommand,
  setMachineSettings,
  startBrowser,
  startServer,
} from './vscode.mjs';

const [vsix] = process.argv.slice(2);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'goalline-vscode-'));
// A space and letters that are not ASCII: paths of users have them.
const folder = path.join(home, 'the shöp');
const cart = path.join(folder, 'src/main/java/shop/Cart.java');
const cartTest = path.join(folder, 'src/test/java/shop/CartTest.java');
fs.cpSync(path.join(ROOT, 'tests/fixtures/shop'), folder, { recursive: true });

setMachineSettings(home, {});
await installExtension(home, vsix);
const server = await startServer(home);
const browser = await startBrowser();
const page = await openFolder(browser, server, folder, { file: cart });
const lens = (text) => page.locator('.codelens-decoration', { hasText: text }).first();
const line = (text) => page.locator('.view-line', { hasText: text }).first();

/** Saving measures: squiggles at the exact expressions, figures above methods, one line in the status bar. */
async function saveAndSeeHints() {
  // Nothing is called missing before it was measured.
  await lens('not measured yet').waitFor();
  assert.equal(await page.locator('.squiggly-info').count(), 0);
  await page.locator('.view-line').first().click();
  await page.keyboard.press('Control+S');
  await page.waitForSelector('.squiggly-info');
  const spinners = await page.locator('.statusbar-item .codicon-modifier-spin').count();
  assert.ok(spinners <= 1, 'the search is told in one place of the status bar');
  await page.locator('.statusbar-item', { hasText: 'tests ready' }).waitFor();
  await lens('ready').waitFor();
}

/** The lightbulb offers a ready test and its preview; the preview shows the difference and what the test covers. */
async function previewFromTheLightbulb() {
  await line('quantity <= 0').click({ position: { x: 130, y: 8 } });
  const pressed = performance.now();
  await page.keyboard.press('Control+.');
  const offer = page.locator('.action-widget .monaco-list-row', { hasText: 'Preview test' }).first();
  await offer.waitFor();
  console.log(`  from key press to menu: ${(performance.now() - pressed).toFixed(0)} ms`);
  const name = /Preview test (\w+)/.exec(await offer.innerText())[1];
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('.monaco-diff-editor').waitFor();
  await page.locator('.monaco-diff-editor .view-line', { hasText: `void ${name}()` }).waitFor();
  assert.ok(!fs.readFileSync(cartTest, 'utf8').includes(name), 'a preview changes nothing');
  return name;
}

/** Inserted from the preview, the test is shown and selected; saved, it stands on the disk and its hint is gone. */
async function insertAndSave(name) {
  await insertPreviewed(page);
  await page.locator('.tab.active', { hasText: 'CartTest.java' }).waitFor();
  await line(`void ${name}()`).waitFor();
  await page.keyboard.press('Control+S');
  for (let tries = 0; !fs.readFileSync(cartTest, 'utf8').includes(`void ${name}()`); tries += 1) {
    assert.ok(tries < 100, `${name} does not stand in CartTest.java`);
    await page.waitForTimeout(100);
  }
  await page.locator('.tab', { hasText: 'Cart.java' }).first().click();
  await lens('2/2 goals').waitFor();
}

/** The tree has the file, its methods and their goals; it jumps to a goal, hides states, inserts a test. */
async function playTheTree() {
  await page.locator('.activitybar .action-item [aria-label^="Goalline"]').first().click();
  const row = (text) => page.locator('.pane-body .monaco-list-row', { hasText: text }).first();
  await row('Cart.java').waitFor();
  await row('quantity <= 0').waitFor();
  const goals = (state) => page.locator(`.pane-body .monaco-list-row[aria-label*=", ${state}"]`);
  await goals('test ready').first().click();
  await page.locator('.statusbar-item', { hasText: /\(\d+ selected\)/ }).waitFor();
  await goals('covered').first().waitFor();
  await page.locator('.sidebar [aria-label="Filter Goals"]').first().click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: /^covered$/ }).click();
  await page.keyboard.press('Enter');
  await goals('covered').first().waitFor({ state: 'detached' });
  await goals('test ready').first().waitFor();
  await insertFromTheTree(goals('test ready').first());
}

/** A goal's own button inserts its test and shows it. */
async function insertFromTheTree(goal) {
  const tests = () => fs.readFileSync(cartTest, 'utf8').split('@Test').length;
  const before = tests();
  await goal.hover();
  await goal.locator('[aria-label="Insert Test"]').click();
  await page.locator('.tab.active', { hasText: 'CartTest.java' }).waitFor();
  await page.keyboard.press('Control+S');
  for (let tries = 0; tests() === before; tries += 1) {
    assert.ok(tries < 100, 'nothing was inserted from the tree');
    await page.waitForTimeout(100);
  }
  await page.locator('.tab', { hasText: 'Cart.java' }).first().click();
}

/** Coverage appears in VS Code's own gutter. */
async function seeCoverage() {
  await runCommand(page, 'Goalline: Show Coverage of Goals');
  await page.locator('.coverage-deco-gutter').first().waitFor();
}

/** The status item has a menu. */
async function seeTheMenu() {
  await page.locator('.statusbar-item', { hasText: 'goals' }).first().click();
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Pause searching' }).waitFor();
  await page.keyboard.press('Escape');
}

try {
  await saveAndSeeHints();
  const name = await previewFromTheLightbulb();
  await insertAndSave(name);
  await seeTheMenu();
  await playTheTree();
  await seeCoverage();
  console.log(`vscode: ${name} previewed, inserted, saved, its goals covered`);
} catch (error) {
  const failed = path.join(os.tmpdir(), 'goalline-vscode-failed.png');
  await page.screenshot({ path: failed });
  console.error(`the page as it was: ${failed}`);
  throw error;
} finally {
  await browser.close();
  await server.stop();
  await removeFolder(home);
}
