// Stands in for redhat.java: takes questions for class paths, remembers them, gives what the test wants.

const vscode = require('vscode');

const updated = new vscode.EventEmitter();
const never = new vscode.EventEmitter();

/** What tests look at and set. */
const played = { asked: [], classpaths: [], fails: false };

exports.activate = () => ({
  apiVersion: '0.14',
  serverMode: 'Standard',
  played,
  fireClasspathUpdate: (uri) => updated.fire(uri),
  serverReady: async () => true,
  getClasspaths: async (uri, options) => {
    played.asked.push({ uri, options });
    if (played.fails) {
      throw new Error('this file belongs to no project');
    }
    return { projectRoot: '', classpaths: played.classpaths, modulepaths: [] };
  },
  getProjectSettings: async () => ({ 'org.eclipse.jdt.ls.core.sourcePaths': [] }),
  onDidClasspathUpdate: updated.event,
  onDidProjectsImport: never.event,
  onDidServerModeChange: never.event,
});
