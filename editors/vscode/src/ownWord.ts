// The user's own word: what the server takes from the client alone, when it starts, because settings may be those of a stranger's workspace.

import * as vscode from 'vscode';

/** Settings of which a workspace cannot say all that the user can: a JDK inside of it, folders outside of it, no sandbox. */
const OWN = ['java.home', 'sandbox', 'classpath', 'sources'];

/** What the user says, and nothing that stands in the workspace. */
export function ownWord(): object {
  const settings = vscode.workspace.getConfiguration('goalline');
  const said: Record<string, unknown> = { trusted: vscode.workspace.isTrusted };
  for (const name of OWN) {
    const value = settings.inspect(name)?.globalValue;
    if (value !== undefined && value !== null) {
      const [section = name, inner] = name.split('.');
      said[section] = inner === undefined ? value : { [inner]: value };
    }
  }
  return said;
}
