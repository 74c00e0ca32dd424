// Tests before they are inserted: shows the test class with them as a difference, what they cover on top, and a button that inserts them.

import * as vscode from 'vscode';

import type { ChosenTests, Preview } from './protocol';
import type { Session } from './session';

const SCHEME = 'goalline-preview';
/** The path of texts that are only read. */
const INPUT = '/input.java';

/** The virtual documents of the newest preview. */
export class Previews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly subscriptions: vscode.Disposable[];
  private readonly covers = vscode.window.createTextEditorDecorationType({
    after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 2em' },
  });
  /** What each document of a preview would insert: an older one may be pinned beside the newest. */
  private readonly chosen = new Map<string, ChosenTests>();
  private count = 0;

  constructor(private readonly session: Session) {
    this.subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.follow(editor)),
      session.onText((text) => void this.read(text)),
      this.covers,
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** Shows a text beside the class: it is Java with a stack or a distance, and has no place on the disk. */
  private async read(text: string): Promise<void> {
    this.count += 1;
    const uri = vscode.Uri.from({ scheme: SCHEME, path: INPUT, query: `${this.count}` });
    this.texts.set(uri.toString(), text);
    const column = vscode.ViewColumn.Beside;
    await vscode.window.showTextDocument(uri, { viewColumn: column, preview: true, preserveFocus: true });
  }

  /** Shows what inserting these tests would do. */
  async show(chosen: ChosenTests): Promise<void> {
    const preview = await this.session.execute<Preview>('goalline.preview', chosen);
    if (preview === undefined) {
      return;
    }
    this.count += 1;
    const target = vscode.Uri.parse(preview.testFile);
    const side = (name: string, text: string, path = target.path): vscode.Uri => {
      // The query makes each preview a document of its own, so that none shows an older text.
      const uri = vscode.Uri.from({ scheme: SCHEME, path, query: `${this.count}-${name}` });
      this.texts.set(uri.toString(), text);
      this.chosen.set(uri.toString(), chosen);
      return uri;
    };
    this.texts.clear();
    if (preview.isNew) {
      // Nothing to compare with: the class alone, under a name that no file has.
      const after = side('after', preview.after, `/${preview.title} (new file).java`);
      await vscode.window.showTextDocument(after, { preview: true });
      this.annotate(preview, after);
      return;
    }
    const [before, after] = [side('before', preview.before), side('after', preview.after)];
    await vscode.commands.executeCommand('vscode.diff', before, after, preview.title, { preview: true });
    this.annotate(preview, after);
  }

  /** Beside the name of each new test: what it covers. Lenses would not do, VS Code hides them in differences. */
  private annotate(preview: Preview, after: vscode.Uri): void {
    const editor = vscode.window.visibleTextEditors.find((it) => it.document.uri.toString() === after.toString());
    if (editor === undefined) {
      return;
    }
    const text = editor.document.getText();
    const notes = preview.tests.flatMap((test): vscode.DecorationOptions[] => {
      const at = text.indexOf(` ${test.name}(`);
      const contentText = `covers ${test.covers.join(' · ').replaceAll('`', '') || 'nothing new'}`;
      const range = editor.document.lineAt(editor.document.positionAt(at)).range;
      return at < 0 ? [] : [{ range, renderOptions: { after: { contentText } } }];
    });
    editor.setDecorations(this.covers, notes);
    if (notes.length > 0) {
      editor.revealRange(notes[0].range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
    }
  }

  /** Inserts the tests in front, and closes their preview. */
  async insert(): Promise<void> {
    const shown = vscode.window.activeTextEditor?.document.uri.toString();
    const chosen = shown === undefined ? undefined : this.chosen.get(shown);
    if (chosen === undefined) {
      return;
    }
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await vscode.commands.executeCommand('goalline.insert', chosen);
  }

  dispose(): void {
    this.subscriptions.forEach((it) => it.dispose());
  }

  private follow(editor: vscode.TextEditor | undefined): void {
    const uri = editor?.document.uri;
    const isPreview = uri?.scheme === SCHEME && this.chosen.has(uri.toString());
    void vscode.commands.executeCommand('setContext', 'goalline.previewing', isPreview);
  }
}
