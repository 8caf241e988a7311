/** Runs before the first test of the engines. */
import type { TestProject } from 'vitest/node';
import { type FoundEngines, findOrInstallEngines } from '../../../scripts/find-engines.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly engines: FoundEngines;
  }
}

export function setup(project: TestProject): void {
  project.provide('engines', findOrInstallEngines());
}
