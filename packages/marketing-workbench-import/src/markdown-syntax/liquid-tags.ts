import { findValue, formatTextValue } from '../markdown-folder/read-values.ts';
import { MARKDOWN, writeKeptMarkdown } from '../vocabulary/markdown-blocks.ts';
import { createInline, type TagOutput } from '../vocabulary/output-format.ts';
import { readArgument, readTagArguments } from '../vocabulary/read-arguments.ts';
import { type SourceTag, writeByMeaning } from '../vocabulary/write-meaning.ts';
import type { AddNote, BodyContext } from './body-context.ts';
import {
  keepTemplateCall,
  listTagsOutsideCode,
  replaceTags,
  type TemplateCall,
  type TemplateTag,
} from './replace-tags.ts';

const OPENINGS = /\{[{%]/g;
const TAG_MAX = 10_000;

/** Writes tags and variables of Liquid and Nunjucks as Markdown. */
export function replaceLiquid(text: string, context: BodyContext, note: AddNote): string {
  if (!/\{[{%]/.test(text)) return text;
  return replaceTags(text, listTagsOutsideCode(text, listLiquidTags(text)), (call) =>
    writeLiquidTag(call, context, note),
  );
}

function listLiquidTags(text: string): readonly TemplateTag[] {
  const tags: TemplateTag[] = [];
  const lastEnds = { '{': text.lastIndexOf('}}'), '%': text.lastIndexOf('%}') };
  let done = 0;
  for (const { 0: opening, index } of text.matchAll(OPENINGS)) {
    const mark = opening === '{{' ? '{' : '%';
    if (index < done || lastEnds[mark] < index) continue;
    const end = text.indexOf(mark === '{' ? '}}' : '%}', index + 2);
    if (end === -1 || end - index > TAG_MAX) continue;
    done = end + 2;
    const inner = text
      .slice(index + 2, end)
      .replace(/^-|-$/g, '')
      .trim();
    if (mark === '{')
      tags.push({ start: index, end: done, name: VARIABLE, given: inner, role: 'alone' });
    else tags.push({ start: index, end: done, ...readLiquidTag(inner) });
  }
  return tags;
}

const VARIABLE = '{{';

function readLiquidTag(inner: string): Pick<TemplateTag, 'name' | 'given' | 'role'> {
  const [, name = '', given = ''] = /^([\w-]*)([\s\S]*)$/.exec(inner) ?? [];
  const isClosing = /^end./.test(name);
  const role = isClosing ? 'closing' : ALONE.test(name) ? 'alone' : 'opening';
  return { name: isClosing ? name.slice(3) : name, given: given.trim(), role };
}

const ALONE =
  /^(?:include\w*|post_url|link|assign|set|else|elsif|elif|when|break|continue|import|from|extends)$/;

function writeLiquidTag(call: TemplateCall, context: BodyContext, note: AddNote): TagOutput {
  const { name, given, inner } = call;
  if (name === VARIABLE) return writeVariable(call, context, note);
  if (name === 'raw') return createInline(inner ?? '');
  if (name === 'post_url' || name === 'link') {
    const address = context.links.findReference(given.replace(/^["']|["']$/g, ''), context.path);
    if (address === undefined) note(`the reference to ${given} leads to no text`);
    return createInline(address ?? given.replace(/\s/g, '%20'));
  }
  if (name === 'comment') {
    note(`comment removed: ${(inner ?? '').replace(/\s+/g, ' ').trim().slice(0, 300)}`);
    return createInline('');
  }
  const writing = { format: MARKDOWN, note };
  const known =
    name === 'include'
      ? writeByMeaning(readInclude(call), 'include', writing)
      : writeByMeaning(
          { ...call, ...readTagArguments(resolveVariables(given, context)) },
          'tag',
          writing,
        );
  return known ?? keepTemplateCall(call, 'tag', note);
}

/** Reads an include as a tag with the name of its file and its arguments. */
function readInclude({ given, edges }: TemplateCall): SourceTag {
  const [, file = '', rest = ''] = /^["']?([\w./-]+)["']?([\s\S]*)$/.exec(given) ?? [];
  const values = readTagArguments(rest);
  const name = file.replace(/^.*\//, '').replace(/\.\w+$/, '');
  return {
    ...values,
    name,
    inner: readArgument(values, 'content', 'text', 'body') || undefined,
    edges,
  };
}

function writeVariable(
  { edges: [opening], given }: TemplateCall,
  context: BodyContext,
  note: AddNote,
): TagOutput {
  const value = findVariable(given, context);
  if (value !== undefined) return createInline(value);
  note(`variable ${given.slice(0, 100)} was kept as it was; write its value`);
  return writeKeptMarkdown(opening);
}

/** Replaces variables in arguments by their values: `src=page.image`. */
function resolveVariables(given: string, context: BodyContext): string {
  return given.replace(/=\s*((?:page|site)\.[\w.]+)/g, (whole, name: string) => {
    const value = findVariable(name, context);
    return value === undefined ? whole : `="${value}"`;
  });
}

/** Filters that change how an address or text is written, but not its meaning here. */
const KEEPING =
  /^(?:relative_url|absolute_url|url|escape|xml_escape|strip|htmlBaseUrl|safe|absoluteUrl|slug|prepend\s*:.*|append\s*:.*)$/;

function findVariable(
  expression: string,
  { values, title, config, path, links }: BodyContext,
): string | undefined {
  const [name = '', ...filters] = expression.split('|').map((part) => part.trim());
  if (!filters.every((filter) => KEEPING.test(filter))) return undefined;
  const literal = /^(["'])([\s\S]*)\1$/.exec(name)?.[2];
  const appended = filters
    .map((filter) => /^append\s*:\s*(["'])(.*)\1$/.exec(filter)?.[2] ?? '')
    .join('');
  if (literal !== undefined) return literal + appended;
  const key = name.replace(/^page\./, '').replace(/^(?:metadata|meta|data\.site)\./, 'site.');
  if (/^site\.(?:baseurl|base_url|url|github\.url)$/.test(key))
    return key.endsWith('.url') ? appended : config.basePath + appended;
  if (key === 'title') return title;
  if (key === 'url') return links.findReference(path, path) ?? undefined;
  const found = key.startsWith('site.')
    ? findSiteValue(key.slice('site.'.length), config)
    : formatTextValue(findValue(values, key));
  return found === '' || /[{<]/.test(found) ? undefined : found + appended;
}

function findSiteValue(key: string, { values, title, description }: BodyContext['config']): string {
  return formatTextValue(findValue(values, key)) || { title, description }[key] || '';
}
