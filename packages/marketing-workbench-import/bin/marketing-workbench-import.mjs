#!/usr/bin/env node
// Imports a site of another program, as the command `import` of marketing-workbench does.
import process from 'node:process';

const OLDEST_NODE = 24;

const [major = 0] = process.versions.node.split('.').map(Number);
if (major < OLDEST_NODE) {
  console.error(
    `Marketing Workbench needs Node ${OLDEST_NODE} or newer; this is ${process.version}. Install it from https://nodejs.org`,
  );
  process.exitCode = 1;
} else {
  process.argv.splice(2, 0, 'import');
  await import('marketing-workbench/cli');
}
