// Runs suites inside the extension host of a real VS Code: host.mjs SERVER [SUITE…]. Takes the built server; each suite gets a project of its
// own; all suites when none is named.

import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

import { ROOT, openFolder, removeFolder, setMachineSettings, startBrowser, startServer } from './vscode.mjs';

const SUITE_TIME = 900_000;
const EXTENSION = path.join(ROOT, 'editors/vscode');

const [server, ...named] = process.argv.slice(2);
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'goalline-host-'));
setMachineSettings(home, { 'goalline.server.path': server });
// The stand-in is installed as an extension of its own; ours runs from its folder, which is how VS Code starts tests.
fs.mkdirSync(path.join(home, 'extensions'), { recursive: true });
fs.cpSync(path.join(EXTENSION, 'tests/java'), path.join(home, 'extensions/redhat.java-1.0.0'), { recursive: true });

const vscode = await startServer(home);
const browser = await startBrowser();
let failed = false;

async function play(suite) {
  // A space and letters of other alphabets: paths of users have them.
  const folder = path.join(home, `${suite} 店 é`);
  fs.cpSync(path.join(ROOT, 'tests/fixtures/shop'), folder, { recursive: true });
  let end;
  const ended = new Promise((resolve) => (end = resolve));
  const page = await openFolder(browser, vscode, folder, {
    payload: [
      ['extensionDevelopmentPath', EXTENSION],
      ['extensionTestsPath', path.join(EXTENSION, `tests/host/${suite}.js`)],
    ],
    before: async (page) => {
      // Claims are indented; the rest is what VS Code says to itself.
      await page.exposeFunction('codeAutomationLog', (_, words) => {
        if (String(words?.[0]).startsWith('  ')) {
          console.log(...words);
        }
      });
      await page.exposeFunction('codeAutomationExit', (code) => end(code));
    },
  });
  const timer = setTimeout(() => end('it takes too long'), SUITE_TIME);
  const code = await ended;
  clearTimeout(timer);
  if (code !== 0) {
    failed = true;
    const picture = path.join(os.tmpdir(), `goalline-host-${suite}.png`);
    // A window that has ended its tests may be gone already.
    await page.screenshot({ path: picture }).catch(() => undefined);
    console.error(`${suite} failed: ${code}; the page as it was: ${picture}`);
  }
  await page.close();
}

const all = fs.readdirSync(path.join(EXTENSION, 'tests/host')).map((name) => path.basename(name, '.js'));
const suites = named.length > 0 ? named : all.filter((name) => name !== 'shared').sort();
try {
  for (const suite of suites) {
    await play(suite);
  }
} finally {
  await browser.close();
  await vscode.stop();
  await removeFolder(home);
}
process.exit(failed ? 1 : 0);
