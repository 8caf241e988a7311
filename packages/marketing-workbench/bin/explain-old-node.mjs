// Works on any Node that reads modules.
import { readFileSync } from 'node:fs';
import process from 'node:process';

/** Says what to do if this Node is older than the engines of the package.json at `manifest`. */
export function explainOldNode(manifest) {
  const { engines } = JSON.parse(readFileSync(manifest, 'utf8'));
  const oldest = Number(/\d+/.exec(engines.node)?.[0]);
  if (Number.parseInt(process.versions.node, 10) >= oldest) return undefined;
  return `Marketing Workbench needs Node ${oldest} or newer; this is ${process.version}. Install it from https://nodejs.org, or in this folder: npm install node@${oldest}`;
}
