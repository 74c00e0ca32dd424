// The client that talks to the server, made of the language client library: a bundle of its own, because loading that library takes longer
// than all the rest and nobody needs it before a server is there.

import * as vscode from 'vscode';
import {
  CloseAction,
  CodeActionResolveRequest,
  ErrorAction,
  LanguageClient,
  type ShowDocumentResult,
  State,
  type StaticFeature,
} from 'vscode-languageclient/node';

import { ownWord } from './ownWord';

/** What the session decides for its client. */
export interface Wishes {
  /** The program of the server. */
  program: string;
  log: vscode.LogOutputChannel;
  /** The server is gone; gives whether to start it again. */
  died: () => boolean;
  /** Executes a command of the server and shows what it answers. */
  execute: (command: string, arguments_: unknown[]) => Promise<unknown>;
  /** A request failed: the server's words say what to do. */
  failed: (error: unknown) => void;
  /** A test class is shown with a test that was just inserted. */
  shown: (uri: vscode.Uri) => Promise<void>;
  /** The client has stopped, for now or for good. */
  stopped: () => void;
}

/** Tells the server what this client has beyond the protocol. */
const EXTENSIONS: StaticFeature = {
  fillClientCapabilities: (capabilities) => {
    // The status item says how far a search is, and its menu stops it; VS Code's own progress would be a second spinner beside it.
    capabilities.window = { ...capabilities.window, workDoneProgress: false };
    capabilities.experimental = {
      ...capabilities.experimental,
      goalline: { previewTests: true, goals: true, remedies: true, classPath: true, texts: true, trust: true },
    };
  },
  initialize: () => undefined,
  getState: () => ({ kind: 'static' }),
  clear: () => undefined,
};

/** A client for the server; not started yet. */
export function makeClient(wishes: Wishes): LanguageClient {
  const client: LanguageClient = new LanguageClient(
    'goalline',
    'Goalline',
    { command: wishes.program, args: ['serve', '--stdio', `--clientProcessId=${process.pid}`] },
    {
      documentSelector: [{ scheme: 'file', language: 'java' }],
      outputChannel: wishes.log,
      synchronize: { configurationSection: 'goalline' },
      initializationOptions: ownWord(),
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => ({ action: wishes.died() ? CloseAction.Restart : CloseAction.DoNotRestart, handled: true }),
      },
      middleware: {
        // The library's own words for a failure are the name of the request; the server's say what to do.
        executeCommand: wishes.execute,
        resolveCodeAction: (action, token) => resolve(client, action, token, wishes.failed),
        window: {
          // The server shows a document after it inserted a test there, and never otherwise.
          showDocument: async (params, next) => {
            const shown = await next(params, new vscode.CancellationTokenSource().token);
            await wishes.shown(vscode.Uri.parse(params.uri));
            return shown as ShowDocumentResult;
          },
        },
      },
    },
  );
  client.registerFeature(EXTENSIONS);
  client.onDidChangeState((change) => {
    if (change.newState === State.Stopped) {
      wishes.stopped();
    }
  });
  return client;
}

/** The edit of a chosen action; without one, the user knows why. */
async function resolve(
  client: LanguageClient,
  action: vscode.CodeAction,
  token: vscode.CancellationToken,
  failed: (error: unknown) => void,
): Promise<vscode.CodeAction> {
  try {
    const asked = client.code2ProtocolConverter.asCodeActionSync(action);
    const resolved = await client.sendRequest(CodeActionResolveRequest.type, asked, token);
    return (await client.protocol2CodeConverter.asCodeAction(resolved, token)) ?? action;
  } catch (error) {
    failed(error);
    return action;
  }
}
