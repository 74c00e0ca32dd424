// Starts the language server, shows its status, passes commands on. All logic is in the server.

import * as vscode from 'vscode';
import { LanguageClient, State } from 'vscode-languageclient/node';

import { findServer } from './server';
import { StatusLine } from './status';

let client: LanguageClient | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('Goalline', { log: true });
  const status = new StatusLine();
  context.subscriptions.push(log, status);

  const start = async (): Promise<void> => {
    const server = await findServer(context, log);
    if (server === undefined) {
      return;
    }
    client = new LanguageClient(
      'goalline',
      'Goalline',
      { command: server, args: ['serve', '--stdio', `--clientProcessId=${process.pid}`] },
      {
        documentSelector: [{ scheme: 'file', language: 'java' }],
        outputChannel: log,
        synchronize: { configurationSection: 'goalline' },
        initializationOptions: { trusted: vscode.workspace.isTrusted },
      },
    );
    client.onNotification('goalline/status', (params) => status.take(params));
    client.onDidChangeState((change) => {
      if (change.newState === State.Stopped) {
        status.clear();
      }
    });
    await client.start();
  };

  const restart = async (): Promise<void> => {
    await stop();
    await start();
  };

  const execute = async (command: string): Promise<void> => {
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (client === undefined || uri === undefined) {
      return;
    }
    try {
      await client.sendRequest('workspace/executeCommand', { command, arguments: [uri.toString()] });
    } catch (error) {
      void vscode.window.showWarningMessage(error instanceof Error ? error.message : String(error));
    }
  };

  context.subscriptions.push(
    vscode.commands.registerCommand('goalline.generateForFile', () => execute('goalline.generate')),
    vscode.commands.registerCommand('goalline.stopForFile', () => execute('goalline.stop')),
    vscode.commands.registerCommand('goalline.restartServer', restart),
    vscode.commands.registerCommand('goalline.showLog', () => log.show()),
    vscode.workspace.onDidGrantWorkspaceTrust(restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('goalline.server.path')) {
        void restart();
      }
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function stop(): Promise<void> {
  const running = client;
  client = undefined;
  await running?.stop();
}
