#!/usr/bin/env node
// Imports a site of another program, as the command `import` of marketing-workbench does.
import process from 'node:process';
import { explainOldNode } from 'marketing-workbench/explain-old-node';

const problem = explainOldNode(new URL('../package.json', import.meta.url));
if (problem === undefined) {
  process.argv.splice(2, 0, 'import');
  await import('marketing-workbench/cli');
} else {
  console.error(problem);
  process.exitCode = 1;
}
