// The first minutes, as the README tells them: walk.mjs VSIX PROJECT [PICTURES]. Takes the packaged extension and a Maven project that nobody
// prepared; a person with an empty profile installs, opens, trusts, saves, previews, inserts, saves, and `mvn test` passes. With PICTURES,
// keeps those of the README there.

import assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

import { insertPreviewed, installExtension, openFolder, removeFolder, setMachineSettings, startBrowser, startServer } from './vscode.mjs';

const [vsix, project, pictures] = process.argv.slice(2);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'goalline-walk-'));
const test = path.join(project, 'src/test/java/com/vdurmont/semver4j/RangeTest.java');

const begun = performance.now();
const seconds = (since) => ((performance.now() - since) / 1000).toFixed(1);
const said = [];
const say = (what, since = begun) => said.push(`${what} after ${seconds(since)} s`);

const picture = async (page, name) => {
  if (pictures !== undefined) {
    await page.waitForTimeout(1_500);
    await page.screenshot({ path: path.join(pictures, `${name}.png`) });
  }
};

/** Step 1: the package, installed from its file. */
async function install() {
  setMachineSettings(home, {});
  await installExtension(home, vsix);
  // An empty cache of ours; Maven keeps the machine's repository, as a person who uses Maven has one.
  return startServer(home, { trust: true, environment: { XDG_CACHE_HOME: path.join(home, 'cache') } });
}

/** Step 2: the folder, trusted when VS Code asks. */
async function openAndTrust(page) {
  await page.locator('.monaco-dialog-box .monaco-button', { hasText: 'Yes' }).click();
  await page.keyboard.press('Control+P');
  const input = page.locator('.quick-input-widget input').first();
  await input.waitFor({ state: 'visible' });
  await input.fill('Range.java');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Range.java' }).first().waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.codelens-decoration', { hasText: 'not measured yet' }).first().waitFor();
}

/** Step 3: saved, the class has hints where no test goes. */
async function save(page) {
  await page.locator('.view-line').first().click();
  const saved = performance.now();
  await page.keyboard.press('Control+S');
  await page.waitForSelector('.squiggly-info');
  say('first hint', saved);
  await page.locator('.codelens-decoration', { hasText: 'ready' }).first().waitFor();
  say('first test ready', saved);
  await page.locator('.statusbar-item', { hasText: 'tests ready' }).waitFor();
  say('end of the search', saved);
  await page.mouse.move(900, 750);
  await picture(page, 'hints');
}

/** Step 4: the lightbulb on a hint, its preview, the test in the new test class. */
async function insert(page) {
  const line = page.locator('.view-line', { hasText: 'version.isLowerThan(this.version) ||' }).first();
  await line.click({ position: { x: 300, y: 8 } });
  await page.keyboard.press('Control+.');
  const offer = page.locator('.action-widget .monaco-list-row', { hasText: 'Preview test' }).first();
  await offer.waitFor();
  await picture(page, 'lightbulb');
  const name = /Preview test (\w+)/.exec(await offer.innerText())[1];
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.locator('.view-line', { hasText: `void ${name}()` }).first().waitFor();
  assert.ok(!fs.existsSync(test), 'a preview writes nothing');
  await picture(page, 'preview');
  await insertPreviewed(page);
  await page.locator('.tab.active', { hasText: 'RangeTest.java' }).waitFor();
  await page.locator('.view-line', { hasText: `void ${name}()` }).first().waitFor();
  await page.keyboard.press('Control+S');
  for (let tries = 0; !fs.existsSync(test) || !fs.readFileSync(test, 'utf8').includes(`void ${name}()`); tries += 1) {
    assert.ok(tries < 300, `${name} does not stand in RangeTest.java`);
    await page.waitForTimeout(100);
  }
  say('a saved test');
  await picture(page, 'inserted');
  return name;
}

/** What the README promises of the tree. */
async function seeTheTree(page) {
  await page.locator('.tab', { hasText: 'Range.java' }).first().click();
  await page.locator('.activitybar .action-item [aria-label^="Goalline"]').first().click();
  await page.locator('.pane-body .monaco-list-row', { hasText: 'isSatisfiedBy' }).first().waitFor();
  await page.mouse.move(900, 700);
  await picture(page, 'goals');
}

/** The end: the build runs the inserted test, and it passes. */
function build(name) {
  const told = execFileSync('mvn', ['-B', '-ntp', 'test', `-Dtest=RangeTest#${name}`], { cwd: project, encoding: 'utf8' });
  assert.match(told, /Tests run: 1, Failures: 0, Errors: 0, Skipped: 0/);
  say('`mvn test` passed');
}

const server = await install();
const browser = await startBrowser();
const page = await openFolder(browser, server, project);
try {
  await openAndTrust(page);
  await save(page);
  const name = await insert(page);
  await seeTheTree(page);
  build(name);
  console.log(`vscode: from nothing to ${name}: ${said.join(', ')}`);
} catch (error) {
  const failed = path.join(os.tmpdir(), 'goalline-walk-failed.png');
  await page.screenshot({ path: failed });
  console.error(`${said.join(', ')}; the page as it was: ${failed}`);
  throw error;
} finally {
  await browser.close();
  await server.stop();
  await removeFolder(home);
}
