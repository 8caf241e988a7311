import type { TextRecord } from '../../site/records.ts';
import type { SiteSettings } from '../../site/settings.ts';
import { enforceRules } from '../advice.ts';
import { listTextProblems } from '../checks/text-rules.ts';
import { limitFindings } from '../content-finding.ts';
import type { ContentFile } from '../content-folder.ts';
import type { DownloadsByFile } from '../downloads.ts';
import type { ImagesByFile } from '../images/read-images.ts';
import { createMarkdownCompiler } from '../markdown/create-markdown-compiler.ts';
import type { TextPlace } from '../sort-files.ts';
import type { Standard } from '../standard.ts';
import { parseTextDocument } from './text-document.ts';
import {
  formatFacts,
  hashFileBeside,
  packSketches,
  packWords,
  type TextParts,
} from './text-parts.ts';
import { createTimeLimitedRun, TAKES_TOO_LONG } from './time-limited-run.ts';

export type TextSource = {
  readonly place: TextPlace;
  readonly file: ContentFile;
  /** A hash of the path, the bytes, the standard and the compiler. */
  readonly key: string;
};

export type CompileContext = {
  readonly images: ImagesByFile;
  readonly downloads: DownloadsByFile;
  readonly standard: Standard | undefined;
  readonly site: SiteSettings;
};

export type CompiledText = Omit<TextParts, 'hash'> & {
  readonly record: TextRecord | undefined;
  /** Whether it took too long. It is not cached then, as a faster machine may finish in time. */
  readonly wasStopped: boolean;
};

export function createTextCompiler(context: CompileContext): (source: TextSource) => CompiledText {
  const { images, standard, site } = context;
  const filesBeside = new Map<string, string>();
  const noteFile = (file: string) => filesBeside.set(file, hashFileBeside(context, file));
  const runLimited = createTimeLimitedRun();
  const shown = {
    has: (file: string) => noteFile(file) && images.has(file),
    get: (file: string) => noteFile(file) && images.get(file),
  };
  const downloads = {
    has: (file: string) => noteFile(file) && context.downloads.has(file),
    get: (file: string) => noteFile(file) && context.downloads.get(file),
  };
  const compile = createMarkdownCompiler(shown, site);
  return ({ place, file }) => {
    filesBeside.clear();
    const checked = runLimited(() => {
      const { document, problems } = parseTextDocument(place, file, {
        compile,
        images: shown,
        downloads,
        site,
      });
      const ruled =
        document === undefined ? [] : listTextProblems(document, file.file, { standard, site });
      return {
        document,
        problems: limitFindings(enforceRules([...problems, ...ruled], standard?.enforce)),
      };
    });
    const { document, problems } = checked ?? { problems: [TAKES_TOO_LONG] };
    const { record, body } = document ?? {};
    const passages = (body?.passages ?? []).filter(({ sketch }) => sketch.length > 0);
    return {
      facts: formatFacts(document, { problems, filesBeside: Object.fromEntries(filesBeside) }),
      sketches: packSketches(passages),
      words: packWords({ record, passages: passages.map(({ text }) => text) }),
      record,
      wasStopped: checked === undefined,
    };
  };
}
