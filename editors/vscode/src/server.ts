// Finds the server program: the setting, the bundled one, the PATH; says what to do when there is none.

import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';

const PROGRAM = process.platform === 'win32' ? 'goalline.exe' : 'goalline';

/** The program to start, or nothing after a message that says why. */
export async function findServer(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): Promise<string | undefined> {
  const setting = vscode.workspace.getConfiguration('goalline').get<string | null>('server.path');
  const bundled = path.join(context.extensionPath, 'server', PROGRAM);
  const candidates = setting ? [setting] : [...(fs.existsSync(bundled) ? [bundled] : []), PROGRAM];
  for (const candidate of candidates) {
    try {
      const { stdout } = await promisify(execFile)(candidate, ['--version'], { timeout: 10_000 });
      log.info(`server: ${candidate}, ${stdout.trim()}`);
      return candidate;
    } catch (error) {
      log.warn(`${candidate} cannot be run: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const cause = setting
    ? `Goalline: ${setting}, the setting goalline.server.path, cannot be run.`
    : 'Goalline: there is no server in this extension and none on the PATH.';
  const settings = 'Open Settings';
  void vscode.window.showErrorMessage(cause, settings).then((choice) => {
    if (choice === settings) {
      void vscode.commands.executeCommand('workbench.action.openSettings', 'goalline.server.path');
    }
  });
  return undefined;
}
