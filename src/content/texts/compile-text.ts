import { DOCUMENT_RULES } from '../checks/document-rules.ts';
import { createGuide, createTextRecord } from '../create-records.ts';
import type { ContentFile } from '../folder/read-content-folder.ts';
import type { TextPlace } from '../folder/sort-files.ts';
import { describePicture, type ShownImages } from '../images/shown-images.ts';
import { createMarkdownCompiler } from '../markdown/create-markdown-compiler.ts';
import type { Standard } from '../standard.ts';
import { packSketches, packWords, type TextRecord } from './compiled-words.ts';
import type { TextParts } from './text-cache.ts';
import { parseText } from './text-document.ts';
import { formatFacts } from './text-facts.ts';

export type TextSource = { readonly place: TextPlace; readonly file: ContentFile };

/** What a text follows from besides its place and its bytes. */
export type Surroundings = { readonly images: ShownImages; readonly standard: Standard | undefined };

export type CompiledText = Omit<TextParts, 'hash'> & { readonly record: TextRecord | undefined };

/** Compiles one text after the other, and finds out which pictures each depends on. */
export function createTextCompiler({ images, standard }: Surroundings): (source: TextSource) => CompiledText {
  const pictures = new Map<string, string>();
  const look = (file: string) => pictures.set(file, describePicture(images, file));
  const compileMarkdown = createMarkdownCompiler({
    has: (file) => look(file) && images.has(file),
    get: (file) => look(file) && images.get(file),
  });
  return ({ place, file }) => {
    pictures.clear();
    const { document, problems: own } = parseText(place, file, compileMarkdown);
    const more = document === undefined ? [] : DOCUMENT_RULES.flatMap((check) => check(document, standard));
    const problems = [...own, ...more].map(({ file: _, ...problem }) => problem);
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
    };
  };
}
