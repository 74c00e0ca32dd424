// The messages that Goalline has beyond the protocol, as the server sends and takes them.

import type * as lsp from 'vscode-languageclient/node';

/** What the server says of itself beyond the protocol. */
export interface OwnCapabilities {
  goalline?: { sandbox?: string };
}

/** `goalline/status` */
export interface FileStatus {
  uri: string;
  state: 'idle' | 'running' | 'broken' | 'error';
  message: string;
}

/** Ready tests of a file, by name. */
export interface ChosenTests {
  uri: string;
  tests: string[];
}

/** What the command `goalline.preview` gives. */
export interface Preview {
  title: string;
  testFile: string;
  isNew: boolean;
  before: string;
  after: string;
  tests: { name: string; source: string; covers: string[] }[];
}

export type GoalState = 'covered' | 'ready' | 'missing' | 'ignored' | 'notMeasured' | 'notKnown' | 'notMeasurable';

/** One goal of `goalline/goals`. */
export interface Goal {
  key: string;
  label: string;
  /** The name of its criterion: `branch`. */
  criterion: string;
  range: lsp.Range;
  state: GoalState;
  outcome: boolean | null;
  tests: string[];
  coveredBy: string[];
  note: string | null;
}

/** The goals of a method. */
export interface MethodGoals {
  name: string;
  range: lsp.Range;
  goals: Goal[];
}

/** What `goalline/goals` gives. */
export interface FileGoals {
  uri: string;
  methods: MethodGoals[];
  faults: Fault[];
}

/** What was thrown that nothing declares or documents. */
export interface Fault {
  label: string;
  range: lsp.Range;
}

/** What `goalline/classPath` asks for. */
export interface ClassPath {
  entries: string[];
  sources: string[];
}
