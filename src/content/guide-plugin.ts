import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import type { LargeCompilation } from './checks/check-site.ts';
import { createLargeContentCompiler } from './compile-content.ts';
import { formatProblem } from './content-problem.ts';

type CompileGuides = (folder: string, now: Date) => Promise<Pick<LargeCompilation, 'guides' | 'problems'>>;

const PREFIX = 'virtual:guide/';

/** Resolves `virtual:guide/{slug}` to the compiled guide. A guide with problems fails the build with a list of them. */
export function createGuidePlugin(
  contentDir: string,
  compile: CompileGuides = createLargeContentCompiler(),
): Plugin {
  return {
    name: 'guides',
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : null),
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return null;
      const slug = id.slice(PREFIX.length + 1);
      const file = `guides/${slug}.md`;
      this.addWatchFile(resolve(contentDir, file));
      const { guides, problems } = await compile(contentDir, new Date());
      const guide = guides.find((candidate) => candidate.slug === slug);
      if (guide !== undefined) return `export default ${JSON.stringify(guide)};`;
      const reasons = problems.filter((problem) => problem.file.endsWith(file)).map(formatProblem);
      throw new Error([`The guide ${file} can't be built:`, ...reasons].join('\n'));
    },
  };
}
