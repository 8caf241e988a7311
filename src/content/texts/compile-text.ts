import { DOCUMENT_RULES } from '../checks/document-rules.ts';
import { limitProblems } from '../content-problem.ts';
import { createGuide, createTextRecord } from '../create-records.ts';
import type { ContentFile } from '../folder/read-content-folder.ts';
import type { TextPlace } from '../folder/sort-files.ts';
import { describePicture, type ShownImages } from '../images/shown-images.ts';
import { createMarkdownCompiler } from '../markdown/create-markdown-compiler.ts';
import type { Standard } from '../standard.ts';
import { createBoundedRun, TAKES_TOO_LONG } from './bounded-run.ts';
import { packSketches, packWords, type TextRecord } from './compiled-words.ts';
import type { TextParts } from './text-cache.ts';
import { parseText } from './text-document.ts';
import { formatFacts } from './text-facts.ts';

export type TextSource = { readonly place: TextPlace; readonly file: ContentFile };

/** What a text follows from besides its place and its bytes. */
export type Surroundings = { readonly images: ShownImages; readonly standard: Standard | undefined };

export type CompiledText = Omit<TextParts, 'hash'> & {
  readonly record: TextRecord | undefined;
  /** Whether it took too long. Not cached, as a faster machine may finish in time. */
  readonly wasStopped: boolean;
};

/** Compiles one text after the other, and finds out which pictures each depends on. */
export function createTextCompiler({ images, standard }: Surroundings): (source: TextSource) => CompiledText {
  const pictures = new Map<string, string>();
  const look = (file: string) => pictures.set(file, describePicture(images, file));
  const runBounded = createBoundedRun();
  const compileMarkdown = createMarkdownCompiler({
    has: (file) => look(file) && images.has(file),
    get: (file) => look(file) && images.get(file),
  });
  return ({ place, file }) => {
    pictures.clear();
    const checked = runBounded(() => {
      const { document, problems } = parseText(place, file, compileMarkdown);
      const more = document === undefined ? [] : DOCUMENT_RULES.flatMap((check) => check(document, standard));
      return {
        document,
        problems: limitProblems([...problems, ...more].map(({ file: _, ...problem }) => problem)),
      };
    });
    const { document, problems } = checked ?? { problems: [TAKES_TOO_LONG] };
    const record = document && createTextRecord(document);
    const passages = (document?.body.passages ?? []).filter(({ sketch }) => sketch.length > 0);
    return {
      facts: formatFacts(document, {
        problems,
        pictures: Object.fromEntries(pictures),
        hasRecord: record !== undefined,
      }),
      sketches: packSketches(passages),
      words: packWords({
        record,
        guide: document && createGuide(document),
        passages: passages.map(({ text }) => text),
      }),
      record,
      wasStopped: checked === undefined,
    };
  };
}
