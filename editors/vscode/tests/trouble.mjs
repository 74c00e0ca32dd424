// Trouble in a real VS Code: trouble.mjs VSIX SERVER. Each kind gives one clear message with a button that helps, and the rest goes on.
// VSIX is the package without a server; SERVER is a built server.

import assert from 'node:assert';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

import { ROOT, installExtension, openFolder, removeFolder, setMachineSettings, startBrowser, startServer } from './vscode.mjs';

const [vsix, program] = process.argv.slice(2);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'goalline-trouble-'));
await installExtension(home, vsix);
const browser = await startBrowser();

/** A fresh project in a fresh window. */
async function window(server, name, settings, prepare = () => undefined) {
  const folder = path.join(home, name);
  fs.cpSync(path.join(ROOT, 'tests/fixtures/shop'), folder, { recursive: true });
  prepare(folder);
  setMachineSettings(home, settings);
  return openFolder(browser, server, folder, { file: path.join(folder, 'src/main/java/shop/Cart.java') });
}

const message = (page, text) => page.locator('.notification-toast', { hasText: text }).first();
const lens = (page, text) => page.locator('.codelens-decoration', { hasText: text }).first();

async function buttonOpensTheSetting(page, text, setting) {
  await message(page, text).locator('.monaco-button', { hasText: 'Open Setting' }).click();
  await page.locator('.settings-editor .settings-header', { hasText: setting }).waitFor();
}

async function save(page) {
  await lens(page, 'not measured yet').waitFor();
  await page.locator('.view-line').first().click();
  await page.keyboard.press('Control+S');
}

/** A program that is the server but for the version it says. */
function otherVersion() {
  const script = path.join(home, 'other-version');
  fs.writeFileSync(script, `#!/bin/sh\n[ "$1" = --version ] && echo goalline 99.0.0 && exit\nexec '${program}' "$@"\n`, { mode: 0o755 });
  return script;
}

const troubles = {
  'no server anywhere, though a relative folder of the PATH leads to a program of the workspace': async (server) => {
    const mark = path.join(home, 'it-ran');
    const script = `#!/bin/sh\ntouch '${mark}'\necho goalline 0.1.0\n`;
    const page = await window(server, 'none', {}, (folder) => fs.writeFileSync(path.join(folder, 'goalline'), script, { mode: 0o755 }));
    await buttonOpensTheSetting(page, 'no server in this extension', 'goalline.server.path');
    assert.ok(!fs.existsSync(mark), 'the program of the workspace ran');
    return page;
  },
  'a wrong path': async (server) => {
    const page = await window(server, 'wrong', { 'goalline.server.path': '/nowhere/goalline' });
    await buttonOpensTheSetting(page, '/nowhere/goalline', 'goalline.server.path');
    return page;
  },
  'another version of the server, which works all the same': async (server) => {
    const page = await window(server, 'other', { 'goalline.server.path': otherVersion() });
    await message(page, 'goalline 99.0.0').waitFor();
    await lens(page, 'not measured yet').waitFor();
    return page;
  },
  'no JDK where the setting says': async (server) => {
    const page = await window(server, 'jdk', { 'goalline.server.path': program, 'goalline.java.home': '/nowhere/jdk' });
    await save(page);
    await buttonOpensTheSetting(page, 'goalline.java.home', 'goalline.java.home');
    return page;
  },
  'a test file that must not be written': async (server) => {
    const page = await window(server, 'read only', { 'goalline.server.path': program }, (folder) =>
      fs.chmodSync(path.join(folder, 'src/test/java/shop/CartTest.java'), 0o444),
    );
    await save(page);
    const told = message(page, 'read-only');
    for (let tries = 0; tries < 20 && !(await told.isVisible()); tries++) {
      // The lens is drawn anew with each test that becomes ready: a click may meet one that is gone.
      await lens(page, 'ready').waitFor();
      await lens(page, 'ready').locator('a').click();
      await told.waitFor({ timeout: 4_000 }).catch(() => {});
    }
    await told.waitFor({ timeout: 4_000 });
    return page;
  },
};

/** In a workspace that is not trusted, goals are counted and nothing runs. */
async function notTrusted(server) {
  const page = await window(server, 'stranger', { 'goalline.server.path': program });
  await page.locator('.monaco-dialog-box .monaco-button', { hasText: 'No' }).click();
  await lens(page, 'not measured: trust this folder').waitFor();
  await page.locator('.statusbar-item', { hasText: 'not trusted' }).waitFor();
  await page.locator('.view-line').first().click();
  await page.keyboard.press('Control+S');
  await page.waitForTimeout(2_000);
  assert.equal(await page.locator('.squiggly-info').count(), 0);
  return page;
}

async function play(options, claims) {
  // The PATH of a user who has no server, with relative folders as those have who want the tools of the project that they are in.
  const folders = process.env.PATH.split(path.delimiter);
  const without = folders.filter((folder) => !fs.existsSync(path.join(folder, 'goalline')));
  // One that leads to the project from wherever the program that looks for it was started.
  const relative = ['.', `${'../'.repeat(30)}${path.join(home, 'none').slice(1)}`];
  const server = await startServer(home, { ...options, environment: { PATH: [...relative, ...without].join(path.delimiter) } });
  try {
    for (const [claim, check] of Object.entries(claims)) {
      const page = await check(server);
      console.log(`  ok: ${claim}`);
      await page.close();
    }
  } catch (error) {
    const failed = path.join(os.tmpdir(), 'goalline-trouble.png');
    await browser.contexts().at(-1)?.pages().at(-1)?.screenshot({ path: failed });
    console.error(`the page as it was: ${failed}`);
    throw error;
  } finally {
    await server.stop();
  }
}

try {
  await play({}, troubles);
  await play({ trust: true }, { 'a workspace that is not trusted': notTrusted });
} finally {
  await browser.close();
  await removeFolder(home);
}
