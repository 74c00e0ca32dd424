// The tree of goals: file, method, goal, with the state of each; jumps to a goal, inserts its test; asks the server for all of it.

import * as vscode from 'vscode';

import type * as lsp from 'vscode-languageclient/node';

import type { Fault, FileGoals, Goal, GoalState, MethodGoals } from './protocol';
import type { Session } from './session';

const SHOWN: Record<GoalState, { icon: string; color?: string; name: string }> = {
  covered: { icon: 'pass', color: 'testing.iconPassed', name: 'covered' },
  ready: { icon: 'lightbulb', color: 'charts.yellow', name: 'test ready' },
  missing: { icon: 'circle-large-outline', color: 'charts.orange', name: 'not covered' },
  ignored: { icon: 'eye-closed', name: 'ignored' },
  notMeasured: { icon: 'circle-outline', name: 'not measured yet' },
  notKnown: { icon: 'question', color: 'charts.orange', name: 'not known' },
  notMeasurable: { icon: 'circle-slash', name: 'not measurable' },
};
const STATES = Object.keys(SHOWN) as GoalState[];
const FILTER = 'goalline.goals.states';

/** A row of the tree. */
type Row =
  | { kind: 'file'; uri: vscode.Uri; file: FileGoals }
  | { kind: 'method'; uri: vscode.Uri; method: MethodGoals }
  | { kind: 'fault'; uri: vscode.Uri; fault: Fault }
  | GoalRow;

/** The row of a goal; what the commands of the tree get. */
export interface GoalRow {
  kind: 'goal';
  uri: vscode.Uri;
  goal: Goal;
}

/** The goals of the open Java files. */
export class GoalTree implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Row>;
  private readonly subscriptions: vscode.Disposable[];
  private files: FileGoals[] = [];
  /** Whether the server is being asked, and whether it is to be asked again. */
  private asking = false;
  private stale = false;

  constructor(
    private readonly session: Session,
    private readonly memory: vscode.Memento,
  ) {
    this.view = vscode.window.createTreeView('goalline.goals', { treeDataProvider: this, showCollapseAll: true });
    const refresh = (): void => void this.refresh();
    this.subscriptions = [
      this.view,
      this.changed,
      session.onStart((client) => client.onNotification('goalline/goalsChanged', refresh)),
      session.onEnd(refresh),
      vscode.window.onDidChangeVisibleTextEditors(refresh),
      this.view.onDidChangeVisibility(refresh),
    ];
  }

  async getChildren(row?: Row): Promise<Row[]> {
    if (row === undefined) {
      return this.files.map((file) => ({ kind: 'file', uri: vscode.Uri.parse(file.uri), file }));
    }
    const states = this.states();
    if (row.kind === 'file') {
      const methods = row.file.methods.filter((method) => method.goals.some((goal) => states.includes(goal.state)));
      return [
        ...row.file.faults.map((fault): Row => ({ kind: 'fault', uri: row.uri, fault })),
        ...methods.map((method): Row => ({ kind: 'method', uri: row.uri, method })),
      ];
    }
    if (row.kind === 'method') {
      const goals = row.method.goals.filter((goal) => states.includes(goal.state));
      return goals.map((goal) => ({ kind: 'goal', uri: row.uri, goal }));
    }
    return [];
  }

  getTreeItem(row: Row): vscode.TreeItem {
    if (row.kind === 'goal') {
      return goalItem(row);
    }
    if (row.kind === 'fault') {
      return faultItem(row.uri, row.fault);
    }
    const goals = row.kind === 'file' ? row.file.methods.flatMap((method) => method.goals) : row.method.goals;
    const counted = goals.filter((goal) => goal.state !== 'ignored' && goal.state !== 'notMeasurable');
    const covered = counted.filter((goal) => goal.state === 'covered').length;
    const label = row.kind === 'file' ? (row.uri.path.split('/').pop() ?? '') : row.method.name;
    const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Expanded);
    const isMeasured = counted.some((goal) => goal.state !== 'notMeasured');
    item.description = isMeasured ? `${covered}/${counted.length}` : `${counted.length}, not measured yet`;
    item.iconPath = row.kind === 'file' ? vscode.ThemeIcon.File : new vscode.ThemeIcon('symbol-method');
    item.resourceUri = row.kind === 'file' ? row.uri : undefined;
    item.contextValue = row.kind;
    return item;
  }

  /** Asks which states are shown. */
  async filter(): Promise<void> {
    const states = this.states();
    const rows = STATES.map((state) => ({ label: SHOWN[state].name, state, picked: states.includes(state) }));
    const chosen = await vscode.window.showQuickPick(rows, { title: 'Goals to show', canPickMany: true });
    if (chosen !== undefined) {
      await this.memory.update(FILTER, chosen.map((row) => row.state));
      this.changed.fire();
    }
  }

  dispose(): void {
    this.subscriptions.forEach((it) => it.dispose());
  }

  private states(): GoalState[] {
    return this.memory.get<GoalState[]>(FILTER, STATES);
  }

  /**
   * Asks the server, and has the tree drawn anew where something changed. While VS Code draws, it knows no row, and a click is lost: so that
   * takes no longer than it has to.
   */
  private async refresh(): Promise<void> {
    this.stale = this.view.visible;
    if (this.asking) {
      return;
    }
    this.asking = true;
    try {
      while (this.stale) {
        this.stale = false;
        // A server that ends meanwhile is told of elsewhere; the rows stay until it is gone or there again.
        this.show(await this.ask().catch(() => this.files));
      }
    } finally {
      this.asking = false;
    }
  }

  private async ask(): Promise<FileGoals[]> {
    const editors = vscode.window.visibleTextEditors.map((editor) => editor.document);
    const documents = [...new Set(editors)].filter((it) => it.languageId === 'java' && it.uri.scheme === 'file');
    const files = await Promise.all(documents.map((document) => goalsOf(this.session, document.uri)));
    return files.filter((file) => file !== undefined);
  }

  private show(files: FileGoals[]): void {
    if (JSON.stringify(files) === JSON.stringify(this.files)) {
      return;
    }
    this.files = files;
    const ready = files.map(readyTests).reduce((sum, one) => sum + one, 0);
    const tooltip = ready === 1 ? '1 test is ready' : `${ready} tests are ready`;
    this.view.badge = ready > 0 ? { value: ready, tooltip } : undefined;
    this.changed.fire();
  }
}

/** How many tests of a file can be inserted: one may stand for several goals. */
function readyTests(file: FileGoals): number {
  const goals = file.methods.flatMap((method) => method.goals).filter(hasTestReady);
  return new Set(goals.flatMap((goal) => goal.tests)).size;
}

/** Whether a test of this goal can be inserted. */
function hasTestReady(goal: Goal): boolean {
  return goal.state === 'ready' || (goal.state === 'notKnown' && goal.tests.length > 0);
}

/** The goals of an open file; nothing for tests and without a server. */
export async function goalsOf(session: Session, uri: vscode.Uri): Promise<FileGoals | undefined> {
  const goals = await session.request<FileGoals | null>('goalline/goals', { uri: uri.toString() });
  return goals ?? undefined;
}

function goalItem(row: GoalRow): vscode.TreeItem {
  const { icon, color, name } = SHOWN[row.goal.state];
  const item = new vscode.TreeItem(row.goal.label.replaceAll('`', ''));
  item.iconPath = new vscode.ThemeIcon(icon, color === undefined ? undefined : new vscode.ThemeColor(color));
  item.description = [...row.goal.tests, ...row.goal.coveredBy, row.goal.note ?? ''].filter(Boolean).join(' · ') || name;
  item.tooltip = `${row.goal.label}: ${name}`;
  // What is not known may have a test, too.
  item.contextValue = hasTestReady(row.goal) ? 'ready' : row.goal.state;
  item.accessibilityInformation = { label: `${row.goal.label}, ${name}` };
  item.command = { command: 'goalline.openGoal', title: 'Go to Goal', arguments: [row] };
  return item;
}

function faultItem(uri: vscode.Uri, fault: Fault): vscode.TreeItem {
  const item = new vscode.TreeItem(fault.label.replaceAll('`', ''));
  item.iconPath = new vscode.ThemeIcon('warning', new vscode.ThemeColor('charts.red'));
  item.tooltip = fault.label;
  item.contextValue = 'fault';
  item.command = { command: 'goalline.openGoal', title: 'Go to Line', arguments: [{ uri, goal: fault }] };
  return item;
}

/** Jumps to the expression of a goal, or to the line of a possible fault. */
export async function openGoal(row: { uri: vscode.Uri; goal: { range: lsp.Range } }): Promise<void> {
  const { start, end } = row.goal.range;
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  await vscode.window.showTextDocument(row.uri, { selection });
}
