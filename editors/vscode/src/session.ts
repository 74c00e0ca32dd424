// The running server: starts it, restarts it a few times when it dies, tells it what this editor can do; knows nothing of what is shown.

import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  CodeActionResolveRequest,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  type ShowDocumentResult,
  State,
  type StaticFeature,
} from 'vscode-languageclient/node';

import { findServer } from './server';

/** More deaths than this within the time, and the server stays down until the user asks. */
const MOST_RESTARTS = 4;
const RESTARTS_WITHIN = 180_000;
/** Commands that answer with a text for the user. */
const READ = ['goalline.showFault', 'goalline.showAttempt'];

/** Tells the server what this client has beyond the protocol. */
const EXTENSIONS: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    capabilities.experimental = {
      ...capabilities.experimental,
      goalline: { previewTests: true, goals: true, remedies: true, classPath: true, texts: true },
    };
  },
  initialize: () => undefined,
  getState: () => ({ kind: 'static' }),
  clear: () => undefined,
};

/** Restarts a server that died, and says so once when it dies too often. */
class Restarts implements ErrorHandler {
  private deaths: number[] = [];

  constructor(private readonly session: Session) {}

  error(): { action: ErrorAction } {
    return { action: ErrorAction.Continue };
  }

  closed(): CloseHandlerResult {
    const now = Date.now();
    this.deaths = [...this.deaths.filter((at) => now - at < RESTARTS_WITHIN), now];
    if (this.deaths.length <= MOST_RESTARTS) {
      void this.report();
      return { action: CloseAction.Restart, handled: true };
    }
    void this.giveUp();
    return { action: CloseAction.DoNotRestart, handled: true };
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

/** What the user wants done with a test class once a test was inserted and is shown. */
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
    return this.client?.state === State.Running;
  }

  async start(): Promise<void> {
    const server = await findServer(this.context, this.log);
    if (server === undefined) {
      return;
    }
    this.version = server.version;
    const client: LanguageClient = new LanguageClient(
      'goalline',
      'Goalline',
      { command: server.path, args: ['serve', '--stdio', `--clientProcessId=${process.pid}`] },
      {
        documentSelector: [{ scheme: 'file', language: 'java' }],
        outputChannel: this.log,
        synchronize: { configurationSection: 'goalline' },
        initializationOptions: { trusted: vscode.workspace.isTrusted },
        errorHandler: new Restarts(this),
        middleware: {
          // The library's own words for a failure are the name of the request; the server's say what to do.
          executeCommand: (command, arguments_) => this.executeShown(command, arguments_),
          resolveCodeAction: (action, token) => this.resolve(client, action, token),
          window: {
            // The server shows a document after it inserted a test there, and never otherwise.
            showDocument: async (params, next) => {
              const shown = await next(params, new vscode.CancellationTokenSource().token);
              await afterInsert(vscode.Uri.parse(params.uri));
              return shown as ShowDocumentResult;
            },
          },
        },
      },
    );
    client.registerFeature(EXTENSIONS);
    client.onDidChangeState((change) => {
      if (change.newState === State.Stopped) {
        this.ended.fire();
      }
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

  notify(method: string): void {
    if (this.isRunning) {
      void this.client?.sendNotification(method, {});
    }
  }

  /** Executes a command of the server; says what went wrong. */
  async execute<T>(command: string, ...arguments_: unknown[]): Promise<T | undefined> {
    if (!this.isRunning) {
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

  /** The edit of a chosen action; without one, the user knows why. */
  private async resolve(
    client: LanguageClient,
    action: vscode.CodeAction,
    token: vscode.CancellationToken,
  ): Promise<vscode.CodeAction> {
    try {
      const asked = client.code2ProtocolConverter.asCodeActionSync(action);
      const resolved = await client.sendRequest(CodeActionResolveRequest.type, asked, token);
      return await client.protocol2CodeConverter.asCodeAction(resolved, token);
    } catch (error) {
      return this.failed(error) ?? action;
    }
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
