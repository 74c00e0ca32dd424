// One status item: what the server does with the file in front; a click opens a menu of what can be done about it.

import * as vscode from 'vscode';

import type { FileStatus } from './protocol';
import type { Session } from './session';

const ICONS = { idle: 'beaker', running: 'loading~spin', broken: 'warning', error: 'error' };

/** Keeps the newest status of each file and shows that of the active one. */
export class StatusLine implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('goalline', vscode.StatusBarAlignment.Left);
  private readonly statuses = new Map<string, FileStatus>();
  private readonly subscriptions: vscode.Disposable[];
  private paused = false;

  constructor(private readonly session: Session) {
    this.item.name = 'Goalline';
    this.item.command = 'goalline.showMenu';
    this.subscriptions = [
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.show()),
      session.onStart((client) => {
        client.onNotification('goalline/status', (status: FileStatus) => this.take(status));
        this.setPaused(false);
      }),
      session.onEnd(() => {
        this.statuses.clear();
        this.show();
      }),
    ];
  }

  /** Whether the user has stopped runs on save. */
  get isPaused(): boolean {
    return this.paused;
  }

  setPaused(paused: boolean): void {
    this.paused = paused;
    void vscode.commands.executeCommand('setContext', 'goalline.paused', paused);
    this.show();
  }

  /** What is shown, for a report. */
  get text(): string {
    return this.item.text;
  }

  dispose(): void {
    this.subscriptions.forEach((it) => it.dispose());
    this.item.dispose();
  }

  private take(status: FileStatus): void {
    this.statuses.set(vscode.Uri.parse(status.uri).fsPath, status);
    this.show();
  }

  private show(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== 'java') {
      this.item.hide();
      return;
    }
    const status = this.statuses.get(document.uri.fsPath);
    if (this.paused) {
      this.item.text = '$(debug-pause) Goalline paused';
    } else if (!vscode.workspace.isTrusted) {
      this.item.text = '$(shield) Goalline: not trusted, nothing runs';
    } else {
      this.item.text = status === undefined ? '$(beaker) Goalline' : `$(${ICONS[status.state]}) ${status.message}`;
    }
    this.item.tooltip = vscode.workspace.isTrusted
      ? ['Goalline: click for what can be done', this.session.sandbox].filter(Boolean).join('\n\n')
      : 'Goalline: trust this workspace to see what your tests miss; click for what can be done';
    this.item.show();
  }
}

/** The menu behind the status item. */
export async function showMenu(status: StatusLine): Promise<void> {
  const java = vscode.window.activeTextEditor?.document.languageId === 'java';
  const entries: (vscode.QuickPickItem & { command: string; offered?: boolean })[] = [
    { label: '$(search) Search for tests of this file', command: 'goalline.generateForFile', offered: java },
    { label: '$(symbol-method) Search for tests of the method at the cursor', command: 'goalline.generateForMethod', offered: java },
    { label: '$(open-preview) Preview all tests of this file', command: 'goalline.previewAll', offered: java },
    { label: '$(debug-stop) Stop searching', command: 'goalline.stopForFile', offered: java },
    { label: '$(debug-pause) Pause searching on save', command: 'goalline.pauseSearching', offered: !status.isPaused },
    { label: '$(debug-continue) Resume searching on save', command: 'goalline.resumeSearching', offered: status.isPaused },
    { label: '$(shield) Trust this workspace…', command: 'workbench.trust.manage', offered: !vscode.workspace.isTrusted },
    { label: '$(list-tree) Show goals', command: 'goalline.goals.focus' },
    { label: '$(graph) Show coverage of goals', command: 'goalline.showCoverage', offered: java },
    { label: '$(eye-closed) Open list of ignored goals', command: 'goalline.openIgnoredGoals' },
    { label: '$(refresh) Restart server', command: 'goalline.restartServer' },
    { label: '$(output) Show log', command: 'goalline.showLog' },
    { label: '$(copy) Copy debug information', command: 'goalline.copyDebugInformation' },
  ];
  const choice = await vscode.window.showQuickPick(
    entries.filter((entry) => entry.offered !== false),
    { title: 'Goalline', placeHolder: status.text.replace(/\$\([^)]*\) /, '') },
  );
  if (choice !== undefined) {
    await vscode.commands.executeCommand(choice.command);
  }
}
