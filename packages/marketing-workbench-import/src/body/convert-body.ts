import { createTimeLimitedRun } from 'marketing-workbench/content/texts/time-limited-run';
import type { References } from 'marketing-workbench/html-to-markdown/conversion';
import {
  type ConvertedBody,
  convertHtmlBody,
} from 'marketing-workbench/html-to-markdown/html-to-markdown';
import {
  countPlainWords,
  createPartCounts,
} from 'marketing-workbench/html-to-markdown/part-counts';
import type { SourceBody } from '../source.ts';
import { TEXT_TOO_LONG } from '../text-limit.ts';
import { convertMarkdownBody } from './markdown-body.ts';
import { formatKeptFence } from './markdown-dialects.ts';

const runLimited = createTimeLimitedRun();

/**
 * Renders a body as its program would and converts it to the Markdown of this site, within the time
 * limit of the check for one text. A text that takes longer is kept as it was, in a fence, and
 * stays a draft. A text that was cut stays a draft, too.
 */
export function convertBody(body: SourceBody, references: References): ConvertedBody {
  const converted =
    runLimited(() => convertRendered(body, references)) ?? keepSlowSource(body.source);
  if (!body.isCut) return converted;
  return {
    ...converted,
    markdown: `${converted.markdown.trimEnd()}\n\n${formatKeptFence(`The text ${TEXT_TOO_LONG}.`)}\n`,
    notes: [...converted.notes, `the text ${TEXT_TOO_LONG}`],
  };
}

function convertRendered({ render }: SourceBody, references: References): ConvertedBody {
  const { format, text, notes = [] } = render();
  const convert = format === 'html' ? convertHtmlBody : convertMarkdownBody;
  const converted = convert(text, references);
  return { ...converted, notes: [...notes, ...converted.notes] };
}

function keepSlowSource(source: string): ConvertedBody {
  const parts = { ...createPartCounts(), words: countPlainWords(source) };
  return {
    markdown: `${formatKeptFence(source.trimEnd())}\n`,
    before: parts,
    after: { ...parts, codeBlocks: 1 },
    anchors: new Map(),
    notes: [
      'the text takes more than 5 s to convert, so it was kept as it was; rewrite it in Markdown, or remove what is repeated very often and import again',
    ],
  };
}
