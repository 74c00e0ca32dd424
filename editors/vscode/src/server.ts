// Finds the server program: the setting, the bundled one, the PATH; checks that it runs and is of our version; starts nothing.

import { execFile } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';

import { onPath } from './searchPath';

const PROGRAM = process.platform === 'win32' ? 'goalline.exe' : 'goalline';
const SETTING = 'goalline.server.path';

/** A server that can be started. */
export interface ServerProgram {
  path: string;
  /** What `--version` says: `goalline 0.1.0`. */
  version: string;
}

/** The program to start, or nothing after a message that says why. */
export async function findServer(
  context: vscode.ExtensionContext,
  log: vscode.LogOutputChannel,
): Promise<ServerProgram | undefined> {
  const setting = vscode.workspace.getConfiguration('goalline').get<string | null>('server.path');
  const bundled = path.join(context.extensionPath, 'server', PROGRAM);
  const opened = (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
  const candidates = setting ? [setting] : [bundled, ...onPath(PROGRAM, opened)].filter((file) => fs.existsSync(file));
  for (const candidate of candidates) {
    const version = await versionOf(candidate, log);
    if (version !== undefined) {
      log.info(`server: ${candidate}, ${version}`);
      warnOfOtherVersion(context, version);
      return { path: candidate, version };
    }
  }
  tell(
    setting
      ? `Goalline: ${setting}, the setting ${SETTING}, is no server that can be run.`
      : 'Goalline: there is no server in this extension and none on the PATH. Install the package for your platform, or name a server.',
  );
  return undefined;
}

async function versionOf(program: string, log: vscode.LogOutputChannel): Promise<string | undefined> {
  try {
    const { stdout } = await promisify(execFile)(program, ['--version'], { timeout: 10_000 });
    const version = stdout.trim();
    if (version.startsWith('goalline ')) {
      return version;
    }
    log.warn(`${program} is no Goalline: it calls itself ${version.slice(0, 80)}`);
  } catch (error) {
    log.warn(`${program} cannot be run: ${error instanceof Error ? error.message : String(error)}`);
  }
  return undefined;
}

/** Another version may work, so it is used; but the user should know. */
function warnOfOtherVersion(context: vscode.ExtensionContext, version: string): void {
  const wanted = (context.extension.packageJSON as { version: string }).version;
  const minor = (text: string): string => text.replace('goalline ', '').split('.').slice(0, 2).join('.');
  if (minor(version) !== minor(wanted)) {
    tell(`Goalline: the server is ${version}, this extension is ${wanted}; they may not understand each other.`);
  }
}

function tell(message: string): void {
  const button = 'Open Setting';
  void vscode.window.showErrorMessage(message, button).then((choice) => {
    if (choice === button) {
      void vscode.commands.executeCommand('workbench.action.openSettings', SETTING);
    }
  });
}
