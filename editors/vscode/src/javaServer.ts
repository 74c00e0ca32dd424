// The class path as the user's Java extension knows it: asks redhat.java when it is there, tells our server when it may have changed; needs it
// for nothing else.

import * as vscode from 'vscode';

import type { ClassPath } from './protocol';
import type { Session } from './session';

const EXTENSION = 'redhat.java';
const SOURCES = 'org.eclipse.jdt.ls.core.sourcePaths';

/** What we use of the Java extension's API. */
interface JavaApi {
  apiVersion?: string;
  serverMode?: string;
  serverReady?(): Promise<boolean>;
  getClasspaths?(uri: string, options: { scope: 'test' }): Promise<{ classpaths: string[]; modulepaths: string[] }>;
  getProjectSettings?(uri: string, keys: string[]): Promise<Record<string, unknown>>;
  onDidClasspathUpdate?: vscode.Event<vscode.Uri>;
  onDidProjectsImport?: vscode.Event<vscode.Uri[]>;
  onDidServerModeChange?: vscode.Event<string>;
}

/** The bridge to the Java extension. */
export class JavaServer implements vscode.Disposable {
  private readonly subscriptions: vscode.Disposable[];
  private readonly listened: vscode.Disposable[] = [];
  private api: JavaApi | undefined;

  constructor(private readonly session: Session) {
    this.subscriptions = [
      session.onStart((client) => {
        client.onRequest('goalline/classPath', async (document: { uri: string }) => (await this.ask(document.uri)) ?? null);
      }),
    ];
  }

  /** The version of the Java extension's API, for a report. */
  get version(): string {
    return this.api?.apiVersion ?? (vscode.extensions.getExtension(EXTENSION) === undefined ? 'not installed' : 'not asked yet');
  }

  dispose(): void {
    [...this.subscriptions, ...this.listened].forEach((it) => it.dispose());
  }

  private async ask(uri: string): Promise<ClassPath | undefined> {
    try {
      const api = await this.connect();
      // In its light-weight mode the Java server knows no class path; it asks again when that changes.
      if (api?.getClasspaths === undefined || api.serverMode === 'LightWeight') {
        return undefined;
      }
      await api.serverReady?.();
      const { classpaths, modulepaths } = await api.getClasspaths(uri, { scope: 'test' });
      const settings = await api.getProjectSettings?.(uri, [SOURCES]);
      const sources = settings?.[SOURCES];
      const folder = vscode.workspace.getWorkspaceFolder(vscode.Uri.parse(uri))?.uri.fsPath ?? '';
      // What the project lies in may be called as it likes.
      const inside = (path: string): string => (path.startsWith(folder) ? path.slice(folder.length) : path);
      const isMain = (path: unknown): path is string => typeof path === 'string' && !/[/\\]test/i.test(inside(path));
      return {
        entries: [...classpaths, ...(modulepaths ?? [])],
        sources: Array.isArray(sources) ? sources.filter(isMain) : [],
      };
    } catch (error) {
      // It throws for a file that belongs to no project of it.
      this.session.log.info(`${EXTENSION} gives no class path for ${uri}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  private async connect(): Promise<JavaApi | undefined> {
    const extension = vscode.extensions.getExtension<JavaApi>(EXTENSION);
    if (this.api === undefined && extension !== undefined) {
      this.api = await extension.activate();
      const changed = (): void => this.session.notify('goalline/classPathChanged');
      for (const event of [this.api?.onDidClasspathUpdate, this.api?.onDidProjectsImport, this.api?.onDidServerModeChange]) {
        if (event !== undefined) {
          this.listened.push((event as vscode.Event<unknown>)(changed));
        }
      }
    }
    return this.api;
  }
}
