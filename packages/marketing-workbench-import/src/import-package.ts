import type { ImportPackage } from 'marketing-workbench/command/import-package';
import { importSite } from './folder/import-site.ts';
import { importCommand } from './import-command.ts';
import { openSource } from './open-source.ts';

/** What the commands `import` and `verify` of the engine load from this package. */
export const importPackage: ImportPackage = {
  importCommand,
  convertExport: async (source, folder) => {
    const opened = await openSource([source], {
      uploads: undefined,
      url: undefined,
      onRead: () => undefined,
    });
    await importSite(opened, {
      folder,
      isDryRun: false,
      // The temporary site checks it when it is published.
      check: async () => ({ errors: [] }),
      onText: () => undefined,
    });
  },
};
