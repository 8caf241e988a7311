import { pages } from '../../site/addresses.ts';
import { type ContentFile, decodeText } from '../content-folder.ts';
import type { LineProblem } from '../content-problem.ts';
import { parseFrontMatter, type SplitText, splitFrontMatter } from '../front-matter.ts';
import {
  type ArticleFields,
  articleSchema,
  type GuideFields,
  guideSchema,
  type LegacyFields,
  legacySchema,
  type SoundKeys,
} from '../front-matter-schemas.ts';
import type { Body } from '../markdown/body.ts';
import type { CompileMarkdown } from '../markdown/create-markdown-compiler.ts';
import type { TextPlace } from '../sort-files.ts';

type Common = {
  readonly file: string;
  readonly slug: string;
  /** A legacy post without a legacyUrl has none. */
  readonly address: string | undefined;
  readonly body: Body;
  /** The valid keys: texts are compared even if another key is invalid. */
  readonly sound: SoundKeys;
  readonly lineOf: (key: string) => number;
};

/** `fields` is undefined if the front matter is invalid. */
export type ArticleDocument = Common & {
  readonly kind: 'article';
  readonly category: string;
  readonly subcategory?: string;
  readonly fields: ArticleFields | undefined;
};
export type GuideDocument = Common & { readonly kind: 'guide'; readonly fields: GuideFields | undefined };
export type LegacyDocument = Common & { readonly kind: 'legacy'; readonly fields: LegacyFields | undefined };
export type TextDocument = ArticleDocument | GuideDocument | LegacyDocument;

/** No document if the file is empty or not UTF-8. */
export type ParsedText = {
  readonly document?: TextDocument;
  readonly problems: readonly LineProblem[];
};

export function parseText(
  place: TextPlace,
  { file, bytes }: ContentFile,
  compile: CompileMarkdown,
): ParsedText {
  const text = decodeText(bytes);
  if (text === undefined) return withoutDocument('is not UTF-8; save it as UTF-8');
  if (text.trim() === '') return withoutDocument('is empty; write the text or remove the file');
  const split = splitFrontMatter(text);
  const { body, problems } = compile(split.body, file);
  const lineOf = (key: string) => split.frontMatter?.lineOf(key) ?? 1;
  const parts = { file, slug: place.slug, body, lineOf };
  const { problems: ownProblems, ...document } = createDocument(place, split, parts);
  return { document, problems: [...ownProblems, ...problems] };
}

type Parts = Pick<Common, 'file' | 'slug' | 'body' | 'lineOf'>;

function createDocument(place: TextPlace, { frontMatter }: SplitText, parts: Parts) {
  switch (place.kind) {
    case 'article':
      return {
        ...parts,
        ...place,
        ...parseFrontMatter(frontMatter, articleSchema),
        address: pages.article(place),
      };
    case 'guide':
      return { ...parts, ...place, ...parseFrontMatter(frontMatter, guideSchema), address: `/${place.slug}` };
    case 'legacy': {
      const keys = parseFrontMatter(frontMatter, legacySchema);
      return { ...parts, ...place, ...keys, address: keys.sound.legacyUrl };
    }
  }
}

function withoutDocument(message: string): ParsedText {
  return { problems: [{ message }] };
}
