/**
 * Runs all checks on the files of the project, or of the folder given. It has no types and imports
 * nothing before it knows the version, and `package.json` beside it says CommonJS: so an older
 * Node, which reads no TypeScript, can run it, and says what to do.
 */
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(`The checks need Node 24, and this is ${process.version}. Run: npm run check`);
  process.exitCode = 1;
} else {
  import('./rules/run-rules.ts');
}
