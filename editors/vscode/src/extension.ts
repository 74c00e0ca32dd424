// Puts the parts together: the server, what shows its results, and the commands. All logic about Java is in the server.

import * as vscode from 'vscode';

import { Coverage } from './coverage';
import { type GoalRow, GoalTree, goalsOf, openGoal } from './goals';
import { JavaServer } from './javaServer';
import { ownWord } from './ownWord';
import { Previews } from './preview';
import type { ChosenTests, MethodGoals } from './protocol';
import { Session } from './session';
import { StatusLine, showMenu } from './status';

let session: Session | undefined;

/** What others may read of us: how long VS Code had to wait. */
export interface Api {
  activationMilliseconds: number;
}

export function activate(context: vscode.ExtensionContext): Api {
  const begun = performance.now();
  const running = new Session(context);
  session = running;
  const parts: Parts = {
    session: running,
    status: new StatusLine(running),
    previews: new Previews(running),
    tree: new GoalTree(running, context.workspaceState),
    coverage: new Coverage(running),
    java: new JavaServer(running),
  };
  const commands = Object.entries(commandsOf(parts, context));
  context.subscriptions.push(
    ...Object.values(parts),
    ...commands.map(([name, command]) => vscode.commands.registerCommand(`goalline.${name}`, command)),
    running.onStart((client) => {
      client.onNotification('goalline/remedy', (remedy: { setting: string | null }) => {
        if (remedy.setting === null) {
          running.log.show();
        } else {
          void vscode.commands.executeCommand('workbench.action.openSettings', remedy.setting);
        }
      });
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => running.trust()),
    restartWhereUserSaysOtherwise(running),
  );
  // The server starts on its own, after this: VS Code waits for neither the program nor the library that talks to it.
  setImmediate(() => running.start().catch((error: unknown) => running.log.error(String(error))));
  return { activationMilliseconds: performance.now() - begun };
}

/** Starts the server anew where the user changes what is said to it when it starts, and never again. */
function restartWhereUserSaysOtherwise(running: Session): vscode.Disposable {
  const own = (): string => JSON.stringify({ ...ownWord(), trusted: undefined });
  let said = own();
  return vscode.workspace.onDidChangeConfiguration((change) => {
    const before = said;
    said = own();
    if (said !== before || change.affectsConfiguration('goalline.server.path')) {
      void running.restart();
    }
  });
}

export async function deactivate(): Promise<void> {
  await session?.stop();
}

/** Everything that lives as long as the extension. */
interface Parts {
  session: Session;
  status: StatusLine;
  previews: Previews;
  tree: GoalTree;
  coverage: Coverage;
  java: JavaServer;
}

/** The commands by their names without `goalline.`. */
function commandsOf(parts: Parts, context: vscode.ExtensionContext): Record<string, (...given: never[]) => unknown> {
  const { session, status, previews } = parts;
  const onFile = (command: string) => async () => {
    const uri = javaFile();
    return uri && session.execute(command, uri.toString());
  };
  const pause = (paused: boolean) => async () => {
    await session.execute(paused ? 'goalline.pause' : 'goalline.resume');
    status.setPaused(paused);
  };
  const onTests = (then: (chosen: ChosenTests) => unknown, atCursor: boolean) => async () => {
    const chosen = await readyTests(session, atCursor);
    return chosen && then(chosen);
  };
  const insert = (chosen: ChosenTests): unknown => session.execute('goalline.insert', chosen);
  const ofGoal = (row: GoalRow): ChosenTests => ({ uri: row.uri.toString(), tests: row.goal.tests });
  // VS Code gives no row where it draws the tree anew at this moment.
  const onRow = (then: (row: GoalRow) => unknown) => (row?: GoalRow) =>
    row === undefined ? vscode.window.showInformationMessage(CHANGED) : then(row);
  return {
    generateForFile: onFile('goalline.generate'),
    stopForFile: onFile('goalline.stop'),
    generateForMethod: () => generateForMethod(session),
    insertForMethod: onTests(insert, true),
    insertAll: onTests(insert, false),
    previewAll: onTests((chosen) => previews.show(chosen), false),
    previewTests: (chosen: ChosenTests) => previews.show(chosen),
    insertPreviewed: () => previews.insert(),
    pauseSearching: pause(true),
    resumeSearching: pause(false),
    showCoverage: () => parts.coverage.show(),
    showMenu: () => showMenu(status),
    restartServer: () => session.restart(),
    trust: () => vscode.commands.executeCommand('workbench.trust.manage'),
    showLog: () => session.log.show(),
    openIgnoredGoals,
    copyDebugInformation: () => copyDebugInformation(parts, context),
    filterGoals: () => parts.tree.filter(),
    openGoal,
    insertGoal: onRow((row) => insert(ofGoal(row))),
    previewGoal: onRow((row) => previews.show(ofGoal(row))),
  };
}

const CHANGED = 'Goalline: the goals have just changed. Please choose the goal again.';

function javaFile(): vscode.Uri | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId === 'java') {
    return document.uri;
  }
  void vscode.window.showInformationMessage('Goalline: open a Java class first.');
  return undefined;
}

/** Searches for tests of the method at the cursor alone; the server says when there is none. */
async function generateForMethod(session: Session): Promise<void> {
  const uri = javaFile();
  const position = vscode.window.activeTextEditor?.selection.active;
  if (uri !== undefined && position !== undefined) {
    const { line, character } = position;
    await session.execute('goalline.generateMethod', { uri: uri.toString(), position: { line, character } });
  }
}

/** The ready tests of the file in front, or of the method at the cursor; says so when there are none. */
async function readyTests(session: Session, atCursor: boolean): Promise<ChosenTests | undefined> {
  const uri = javaFile();
  const line = vscode.window.activeTextEditor?.selection.active.line ?? 0;
  const methods = uri === undefined ? undefined : (await goalsOf(session, uri))?.methods;
  if (uri === undefined) {
    return undefined;
  }
  const meant = atCursor ? methodAt(methods ?? [], line) : (methods ?? []);
  const tests = [...new Set(meant.flatMap((method) => method.goals).flatMap((goal) => goal.tests))];
  if (tests.length > 0) {
    return { uri: uri.toString(), tests };
  }
  const search = 'Search Now';
  const choice = await vscode.window.showInformationMessage(
    atCursor ? 'Goalline: no test is ready for the method at the cursor.' : 'Goalline: no test is ready for this file.',
    search,
  );
  if (choice === search) {
    await (atCursor ? generateForMethod(session) : session.execute('goalline.generate', uri.toString()));
  }
  return undefined;
}

/** The last method that begins at or above a line. */
function methodAt(methods: MethodGoals[], line: number): MethodGoals[] {
  return methods.filter((method) => method.range.start.line <= line).slice(-1);
}

async function openIgnoredGoals(): Promise<void> {
  const found = await vscode.workspace.findFiles('**/.goalline/ignored-goals', null, 10);
  if (found.length === 0) {
    void vscode.window.showInformationMessage('Goalline: no goal is ignored in this workspace.');
  }
  for (const uri of found) {
    await vscode.window.showTextDocument(uri, { preview: false });
  }
}

/** What a report needs. */
async function copyDebugInformation(parts: Parts, context: vscode.ExtensionContext): Promise<void> {
  // A server that is down has nothing to say, and that is no reason to give no report.
  const told = parts.session.isRunning ? await parts.session.execute<string>('goalline.debugInformation') : undefined;
  const settings = vscode.workspace.getConfiguration('goalline');
  const text = [
    `extension ${(context.extension.packageJSON as { version: string }).version}, VS Code ${vscode.version}, ${process.platform} ${process.arch}`,
    `server ${parts.session.version ?? 'none'}, ${parts.session.isRunning ? 'running' : 'not running'}`,
    `Java extension: ${parts.java.version}`,
    `status: ${parts.status.text}`,
    `trusted: ${vscode.workspace.isTrusted}, folders: ${vscode.workspace.workspaceFolders?.length ?? 0}`,
    told ?? 'the server says nothing',
    `settings: ${JSON.stringify(settings, null, 2)}`,
  ].join('\n');
  await vscode.env.clipboard.writeText(text);
  void vscode.window.showInformationMessage('Goalline: the debug information is in the clipboard.');
}
