import { findOrInstallEngines } from './find-engines.ts';

// Before the tests that need the browsers, so that no two of them install packages at the same
// time.
findOrInstallEngines();
