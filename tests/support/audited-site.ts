/** The audit of a content folder in this process, on the application itself from its source. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CrawledAnswer } from '../../packages/marketing-workbench/src/audit/crawl.ts';
import { openAuditedSite } from '../../packages/marketing-workbench/src/audit/open-site.ts';
import type { LargeCompilation } from '../../packages/marketing-workbench/src/content/checks/check-site.ts';
import { createLargeContentCompiler } from '../../packages/marketing-workbench/src/content/compile-content.ts';
import { IMAGE_CACHE } from './compile-folder.ts';
import type { ContentOverrides } from './content-folder.ts';
import { writeFiles } from './content-folder.ts';
import { createTestSite } from './test-site.ts';

export type ChangeAnswer = (answer: CrawledAnswer, address: string) => CrawledAnswer;
export type ChangeCompilation = (compilation: LargeCompilation) => LargeCompilation;

/**
 * Publishes the folder to a site that answers until `close`, and crawls it as often as it is asked
 * to.
 */
export async function createAuditedSite(files: ContentOverrides) {
  const parent = await mkdtemp(path.join(tmpdir(), 'workbench-audited-'));
  const contentDir = path.join(parent, 'content');
  writeFiles(contentDir, files);
  const compilation = await createLargeContentCompiler({
    wanted: 'all',
    imageCacheDir: IMAGE_CACHE,
  })(contentDir);
  const now = Date.now();
  const site = await createTestSite({
    now: new Date(now).toISOString(),
    records: [...compilation.records, ...compilation.texts.map(({ read }) => read())],
    hasOwnDomain: true,
    cardDir: parent,
    publicDir: parent,
  });
  const settings = compilation.records.find((record) => record.kind === 'site')?.settings;
  const ask = async (address: string): Promise<CrawledAnswer> => {
    const { statusCode, headers, body } = await site.get(address);
    const { location } = headers;
    return { status: statusCode, type: String(headers['content-type'] ?? ''), location, body };
  };
  return {
    /** `change` is applied to each answer, and `prepare` to what was compiled. */
    open: ({ change, prepare }: { change?: ChangeAnswer; prepare?: ChangeCompilation } = {}) =>
      openAuditedSite(
        prepare?.(compilation) ?? compilation,
        async (address) => {
          const answer = await ask(address);
          return change?.(answer, address) ?? answer;
        },
        {
          contentDir,
          origin: `https://${settings?.domain}`,
          now,
          monthsBetweenChecks: 12,
          onProgress: () => undefined,
        },
      ),
    close: async () => {
      await site[Symbol.asyncDispose]();
      await rm(parent, { recursive: true });
    },
  };
}
