// Coverage of goals in VS Code's own coverage view: takes what the server knows, runs nothing; shown when asked for, because it replaces
// the view of other test extensions.

import * as vscode from 'vscode';

import { goalsOf } from './goals';
import type { FileGoals, Goal } from './protocol';
import type { Session } from './session';

/** Goals of one file in the shape of the coverage view. */
class GoalCoverage extends vscode.FileCoverage {
  constructor(
    uri: vscode.Uri,
    readonly details: vscode.FileCoverageDetail[],
  ) {
    super(uri, ...GoalCoverage.totals(details));
  }

  private static totals(
    details: vscode.FileCoverageDetail[],
  ): [vscode.TestCoverageCount, vscode.TestCoverageCount, vscode.TestCoverageCount] {
    const count = (of: { executed: number | boolean }[]): vscode.TestCoverageCount =>
      new vscode.TestCoverageCount(of.filter((it) => it.executed).length, of.length);
    const statements = details.filter((it) => it instanceof vscode.StatementCoverage);
    const branches = statements.flatMap((it) => it.branches);
    return [count(statements), count(branches), count(details.filter((it) => it instanceof vscode.DeclarationCoverage))];
  }
}

/** Owns the test controller; there is one entry in the test view, for the coverage alone. */
export class Coverage implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController('goalline', 'Goalline');
  private readonly profile: vscode.TestRunProfile;

  constructor(private readonly session: Session) {
    this.profile = this.controller.createRunProfile(
      'Coverage of goals',
      vscode.TestRunProfileKind.Coverage,
      (request) => void this.show(request),
    );
    this.profile.loadDetailedCoverage = async (_, coverage) =>
      coverage instanceof GoalCoverage ? coverage.details : [];
  }

  /** Shows the coverage of all open Java files. */
  async show(request = new vscode.TestRunRequest(undefined, undefined, this.profile)): Promise<void> {
    const run = this.controller.createTestRun(request, 'Coverage of goals', false);
    const open = vscode.workspace.textDocuments.filter((it) => it.languageId === 'java' && it.uri.scheme === 'file');
    for (const document of open) {
      const goals = await goalsOf(this.session, document.uri);
      if (goals !== undefined) {
        run.addCoverage(new GoalCoverage(document.uri, details(goals)));
      }
    }
    run.end();
  }

  dispose(): void {
    this.profile.dispose();
    this.controller.dispose();
  }
}

/** One statement per expression, with its outcomes as branches; one declaration per method. */
function details(file: FileGoals): vscode.FileCoverageDetail[] {
  const isCounted = (goal: Goal): boolean => !['ignored', 'notKnown', 'notMeasured', 'notMeasurable'].includes(goal.state);
  return file.methods.flatMap((method) => {
    const goals = method.goals.filter(isCounted);
    if (goals.length === 0) {
      return [];
    }
    const isCovered = (goal: Goal): boolean => goal.state === 'covered';
    const places = new Map<string, Goal[]>();
    for (const goal of goals) {
      const place = JSON.stringify(goal.range);
      places.set(place, [...(places.get(place) ?? []), goal]);
    }
    const declaration = new vscode.DeclarationCoverage(method.name, goals.some(isCovered), range(method.range));
    const statements = [...places.values()].map((place) => {
      const branches = place.filter((goal) => goal.outcome !== null);
      return new vscode.StatementCoverage(
        place.some(isCovered),
        range(place[0].range),
        branches.map((goal) => new vscode.BranchCoverage(isCovered(goal), range(goal.range), goal.label)),
      );
    });
    return [declaration, ...statements];
  });
}

function range(of: Goal['range']): vscode.Range {
  return new vscode.Range(of.start.line, of.start.character, of.end.line, of.end.character);
}
