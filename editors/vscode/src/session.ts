// The running server: starts it, restarts it a few times when it dies, tells it what this editor can do; knows nothing of what is shown.

import * as vscode from 'vscode';
import type { LanguageClient, State } from 'vscode-languageclient/node';

import type { OwnCapabilities } from './protocol';
import { findServer } from './server';

/** More deaths than this within the time, and the server stays down until the user asks. */
const MOST_RESTARTS = 4;
const RESTARTS_WITHIN = 180_000;
/** `State.Starting`, without loading the module that has it. */
const STARTING: State.Starting = 3;
/** Commands that answer with a text for the user. */
const READ = ['goalline.showFault', 'goalline.showAttempt'];

/** Restarts a server that died, and says so once when it dies too often. */
class Restarts {
  private deaths: number[] = [];

  constructor(private readonly session: Session) {}

  /** The server is gone; gives whether to start it again. */
  died(): boolean {
    const now = Date.now();
    this.deaths = [...this.deaths.filter((at) => now - at < RESTARTS_WITHIN), now];
    const isRare = this.deaths.length <= MOST_RESTARTS;
    void (isRare ? this.report() : this.giveUp());
    return isRare;
  }

  private async report(): Promise<void> {
    const log = 'Show Log';
    const choice = await vscode.window.showWarningMessage('Goalline: the server had ended; it was started again.', log);
    if (choice === log) {
      this.session.log.show();
    }
  }

  private async giveUp(): Promise<void> {
    const [restart, log] = ['Restart Server', 'Show Log'];
    const message = `Goalline: the server ended ${this.deaths.length} times within three minutes and was not started again.`;
    const choice = await vscode.window.showErrorMessage(message, restart, log);
    if (choice === restart) {
      await this.session.restart();
    } else if (choice === log) {
      this.session.log.show();
    }
  }
}

/**
 * What the user wants done with a test class once a test was inserted and is shown. The setting is the user's alone: what a workspace says
 * could run its code without a sandbox.
 */
async function afterInsert(uri: vscode.Uri): Promise<void> {
  const wanted = vscode.workspace.getConfiguration('goalline').get<string>('afterInsert');
  if (wanted === 'save' || wanted === 'run') {
    await vscode.workspace.save(uri);
  }
  if (wanted === 'run') {
    await vscode.commands.executeCommand('testing.runAtCursor');
  }
}

/** The server and the client that talks to it. */
export class Session implements vscode.Disposable {
  readonly log = vscode.window.createOutputChannel('Goalline', { log: true });
  /** What `--version` said. */
  version: string | undefined;
  private client: LanguageClient | undefined;
  private readonly started = new vscode.EventEmitter<LanguageClient>();
  private readonly ended = new vscode.EventEmitter<void>();
  private readonly texts = new vscode.EventEmitter<string>();
  /** The server has a text for the user to read: an input, an attempt. */
  readonly onText = this.texts.event;
  /** A client is about to start: time to listen to its messages. */
  readonly onStart = this.started.event;
  /** The server is gone, for now or for good. */
  readonly onEnd = this.ended.event;

  constructor(private readonly context: vscode.ExtensionContext) {}

  /** Whether a server answers. */
  get isRunning(): boolean {
    return this.client?.isRunning() ?? false;
  }

  /** What the sandbox does not keep on this machine, as the server says it. */
  get sandbox(): string | undefined {
    const own = this.client?.initializeResult?.capabilities.experimental as OwnCapabilities | undefined;
    return own?.goalline?.sandbox;
  }

  async start(): Promise<void> {
    // Loaded while the server is looked for.
    const [server, { makeClient }] = await Promise.all([findServer(this.context, this.log), import('./client.js')]);
    if (server === undefined) {
      return;
    }
    this.version = server.version;
    const restarts = new Restarts(this);
    const client = makeClient({
      program: server.path,
      log: this.log,
      died: () => restarts.died(),
      execute: (command, arguments_) => this.executeShown(command, arguments_),
      failed: (error) => this.failed(error),
      shown: afterInsert,
      stopped: () => this.ended.fire(),
    });
    this.client = client;
    this.started.fire(client);
    await client.start();
  }

  async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    // A server that died or never answered cannot be stopped any more.
    await client?.stop().catch((error: unknown) => this.log.warn(String(error)));
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /** Sends a request; nothing when no server runs. */
  async request<T>(method: string, params: unknown): Promise<T | undefined> {
    return this.isRunning ? this.client?.sendRequest<T>(method, params) : undefined;
  }

  notify(method: string, params: object = {}): void {
    if (this.isRunning) {
      void this.client?.sendNotification(method, params);
    }
  }

  /** The user trusts the workspace now. A client that is yet to be made says so itself. */
  async trust(): Promise<void> {
    if (this.client !== undefined && (await this.isReady())) {
      this.notify('goalline/trust', { trusted: true });
    }
  }

  /** Whether a server answers; waits for one that is about to: a server that died is started again at once. */
  private async isReady(): Promise<boolean> {
    if (this.client?.state === STARTING) {
      await this.client.start().catch((error: unknown) => this.log.warn(String(error)));
    }
    return this.isRunning;
  }

  /** Executes a command of the server; says what went wrong. */
  async execute<T>(command: string, ...arguments_: unknown[]): Promise<T | undefined> {
    if (!(await this.isReady())) {
      const restart = 'Restart Server';
      const choice = await vscode.window.showWarningMessage('Goalline: no server is running.', restart);
      if (choice === restart) {
        await this.restart();
      }
      return undefined;
    }
    try {
      return await this.request<T>('workspace/executeCommand', { command, arguments: arguments_ });
    } catch (error) {
      return this.failed(error);
    }
  }

  /** A command of a lens or an action: some answer with a text to read. */
  private async executeShown(command: string, arguments_: unknown[]): Promise<unknown> {
    const answer = await this.execute(command, ...arguments_);
    if (typeof answer === 'string' && READ.includes(command)) {
      this.texts.fire(answer);
    }
    return answer;
  }

  private failed(error: unknown): undefined {
    void vscode.window.showWarningMessage(`Goalline: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }

  dispose(): void {
    this.log.dispose();
    this.started.dispose();
    this.ended.dispose();
    this.texts.dispose();
  }
}
