// One status item: what the server does with the file in front; a click opens the log.

import * as vscode from 'vscode';

/** What `goalline/status` says about a file. */
interface FileStatus {
  uri: string;
  state: 'idle' | 'running' | 'broken' | 'error';
  message: string;
}

const ICONS = { idle: 'beaker', running: 'loading~spin', broken: 'warning', error: 'error' };

/** Keeps the newest status of each file and shows that of the active one. */
export class StatusLine implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem('goalline', vscode.StatusBarAlignment.Left);
  private readonly statuses = new Map<string, FileStatus>();
  private readonly subscription = vscode.window.onDidChangeActiveTextEditor(() => this.show());

  constructor() {
    this.item.name = 'Goalline';
    this.item.command = 'goalline.showLog';
  }

  take(status: FileStatus): void {
    this.statuses.set(key(vscode.Uri.parse(status.uri)), status);
    this.show();
  }

  clear(): void {
    this.statuses.clear();
    this.show();
  }

  dispose(): void {
    this.subscription.dispose();
    this.item.dispose();
  }

  private show(): void {
    const document = vscode.window.activeTextEditor?.document;
    const status = document && this.statuses.get(key(document.uri));
    if (status === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = `$(${ICONS[status.state]}) ${status.message}`;
    this.item.tooltip = 'Goalline';
    this.item.show();
  }
}

function key(uri: vscode.Uri): string {
  return uri.fsPath;
}
