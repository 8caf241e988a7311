// Builds what has changed and starts the development server; `node --watch` runs it again after each
// change of the source.
import './build.ts';

await import('../packages/marketing-workbench/src/dev-server.ts');
