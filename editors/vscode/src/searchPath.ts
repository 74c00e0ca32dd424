// Where a program of the PATH lies: takes its name and the folders that are open, gives files; runs nothing.

import * as fs from 'node:fs';
import * as path from 'node:path';

/**
 * All programs of this name in folders of the PATH, the first one first. A folder that is relative leads into whatever is open in front, and one
 * in the workspace holds what a stranger put there: neither counts.
 */
export function onPath(program: string, workspace: string[], searchPath = process.env.PATH ?? ''): string[] {
  const opened = workspace.map(real);
  const isTheirs = (folder: string): boolean => opened.some((one) => isWithin(real(folder), one));
  const folders = searchPath.split(path.delimiter).filter((folder) => path.isAbsolute(folder) && !isTheirs(folder));
  return folders.map((folder) => path.join(folder, program)).filter((file) => fs.existsSync(file));
}

function real(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    return folder;
  }
}

function isWithin(folder: string, outer: string): boolean {
  const way = path.relative(outer, folder);
  return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
