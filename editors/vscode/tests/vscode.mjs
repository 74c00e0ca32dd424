// A real VS Code to test in: takes folders, starts VS Code's own web server and a Chromium page of it; knows nothing of the extension.

import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';

// A busy machine is slow, not wrong: who waits in vain waits long.
const PATIENCE = 420_000;
// How long a process may write on after its editor is gone.
const LAST_WORDS = 30_000;
const BROWSERS = ['chromium', 'google-chrome', 'chromium-browser'];
const BROWSER_OPTIONS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The root of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Where `install` put VS Code's web server. */
const WEB = process.env.GOALLINE_VSCODE_WEB ?? path.join(ROOT, 'target/vscode-web');
const SERVER = path.join(WEB, 'node_modules/code-server/lib/vscode');

/** Settings of every window: nothing that talks to the network, nothing in front of the editor. */
const QUIET = {
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
};

function serverArguments(home) {
  return [
    path.join(SERVER, 'out/server-main.js'),
    '--accept-server-license-terms',
    '--telemetry-level=off',
    `--server-data-dir=${path.join(home, 'data')}`,
    `--extensions-dir=${path.join(home, 'extensions')}`,
  ];
}

function wait(child, what) {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${what} ended with ${code}`))));
  });
}

/** Installs a packaged extension, as a user does from a file. */
export async function installExtension(home, vsix) {
  const child = spawn(process.execPath, [...serverArguments(home), '--install-extension', vsix], { stdio: 'ignore' });
  await wait(child, `installing ${vsix}`);
}

/** Writes the settings of all windows; later ones replace earlier ones. */
export function setMachineSettings(home, settings) {
  const file = path.join(home, 'data/data/Machine/settings.json');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify({ ...QUIET, ...settings }, null, 2));
}

/** A running web server. `trust` keeps the question whether a workspace is trusted. */
export async function startServer(home, { trust = false, environment = {} } = {}) {
  // What a login shell says of the PATH is not what the test says.
  const options = ['--host=127.0.0.1', '--port=0', '--without-connection-token', '--force-disable-user-env'];
  if (!trust) {
    options.push('--disable-workspace-trust');
  }
  const child = spawn(process.execPath, [...serverArguments(home), ...options], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const port = await new Promise((resolve, reject) => {
    let text = '';
    child.on('exit', (code) => reject(new Error(`VS Code's web server ended with ${code}`)));
    child.stdout.on('data', (data) => {
      text += data;
      const found = /Extension host agent listening on (\d+)/.exec(text);
      if (found) {
        resolve(Number(found[1]));
      }
    });
  });
  return { authority: `127.0.0.1:${port}`, child, stop: () => stop(child) };
}

function stop(child) {
  if (child.exitCode !== null) {
    return Promise.resolve();
  }
  const ended = new Promise((resolve) => child.on('exit', resolve));
  child.kill('SIGTERM');
  setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
  return ended;
}

/** Removes the folder of a test. The last process may still be writing there: it gets its time to end, not more. */
export async function removeFolder(folder) {
  const patience = Date.now() + LAST_WORDS;
  for (;;) {
    try {
      fs.rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (error.code !== 'ENOTEMPTY' || Date.now() > patience) {
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** A browser for pages of VS Code. */
export function startBrowser() {
  const { chromium } = createRequire(path.join(WEB, 'package.json'))('playwright-core');
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const programs = BROWSERS.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const executablePath = programs.find((program) => fs.existsSync(program));
  if (executablePath === undefined) {
    throw new Error('there is no Chromium on the PATH: install it (Debian: chromium)');
  }
  return chromium.launch({ executablePath, headless: true, args: BROWSER_OPTIONS });
}

/** Opens a folder, with a file in the editor when one is named. */
export async function openFolder(browser, server, folder, { file, payload = [], size, before } = {}) {
  const page = await browser.newPage({ viewport: size ?? { width: 1280, height: 800 }, deviceScaleFactor: 1 });
  page.setDefaultTimeout(PATIENCE);
  await before?.(page);
  const remote = (target) => `vscode-remote://${server.authority}${encodeURI(target)}`;
  const items = payload.map(([key, target]) => [key, remote(target)]);
  if (file !== undefined) {
    items.push(['openFile', remote(file)]);
  }
  const query = new URLSearchParams({ folder });
  if (items.length > 0) {
    query.set('payload', JSON.stringify(items));
  }
  await page.goto(`http://${server.authority}/?${query}`, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('.monaco-workbench');
  return page;
}

/** Runs a command of the palette by its title. */
export async function runCommand(page, title) {
  const input = await openThePalette(page);
  await input.fill(`>${title}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: title.split(': ').pop() }).first().waitFor();
  await page.keyboard.press('Enter');
}

/** The palette's input, asked for again as people do: an editor that opens in that moment takes the focus, and the palette closes. */
async function openThePalette(page) {
  const input = page.locator('.quick-input-widget input').first();
  for (let presses = 1; presses < 3; presses += 1) {
    await page.keyboard.press('F1');
    const opened = input.waitFor({ state: 'visible', timeout: 10_000 });
    if (await opened.then(() => true, () => false)) {
      return input;
    }
  }
  await page.keyboard.press('F1');
  await input.waitFor({ state: 'visible' });
  return input;
}

/** The check mark above the preview, clicked as people do: VS Code draws its bar anew while an editor opens, and loses a click in that moment. */
export async function insertPreviewed(page) {
  const mark = page.locator('.editor-actions [aria-label^="Insert This Test"]');
  await mark.click();
  for (let clicks = 1; clicks < 3; clicks += 1) {
    const closed = mark.waitFor({ state: 'hidden', timeout: 10_000 });
    if (await closed.then(() => true, () => false)) {
      return;
    }
    await mark.click();
  }
}
