import { findValue, formatTextValue } from '../markdown-folder/read-values.ts';
import { MARKDOWN } from '../vocabulary/markdown-blocks.ts';
import { createInline, type TagOutput } from '../vocabulary/output-format.ts';
import { readArgument, readTagArguments } from '../vocabulary/read-arguments.ts';
import { writeByMeaning } from '../vocabulary/write-meaning.ts';
import type { AddNote, BodyContext } from './body-context.ts';
import {
  keepTemplateCall,
  listTagsOutsideCode,
  replaceTags,
  type TemplateCall,
  type TemplateTag,
} from './replace-tags.ts';

const OPENINGS = /\{\{(?:<|%)/g;
const TAG_MAX = 10_000;

/**
 * Writes shortcodes as Markdown. Escaped shortcodes, which have the marks of a comment, lose these
 * marks and are shown as text.
 */
export function replaceHugoShortcodes(text: string, context: BodyContext, note: AddNote): string {
  if (!/\{\{[<%]/.test(text)) return text;
  const tags = listTagsOutsideCode(text, listShortcodeTags(text));
  const written = replaceTags(text, tags, (call) => writeHugoShortcode(call, context, note));
  return written.replace(/\{\{([<%])\/\*([\s\S]{0,10000}?)\*\/([>%])\}\}/g, '{{$1$2$3}}');
}

function listShortcodeTags(text: string): readonly TemplateTag[] {
  const tags: TemplateTag[] = [];
  const lastEnds = { '<': text.lastIndexOf('>}}'), '%': text.lastIndexOf('%}}') };
  let done = 0;
  for (const { 0: opening, index } of text.matchAll(OPENINGS)) {
    const mark = opening.endsWith('<') ? '<' : '%';
    if (index < done || lastEnds[mark] < index) continue;
    const end = text.indexOf(mark === '<' ? '>}}' : '%}}', index + 3);
    if (end === -1 || end - index > TAG_MAX) continue;
    done = end + 3;
    const tag = readShortcodeTag(text.slice(index + 3, end).trim());
    if (tag !== undefined) tags.push({ ...tag, start: index, end: done });
  }
  return tags;
}

function readShortcodeTag(inner: string): Omit<TemplateTag, 'start' | 'end'> | undefined {
  const [, slash, name, given = ''] = /^(\/?)\s*([\w][\w./-]*)([\s\S]*)$/.exec(inner) ?? [];
  if (name === undefined) return undefined;
  if (slash === '/') return { name, given, role: 'closing' };
  const isAlone = given.trimEnd().endsWith('/');
  return isAlone
    ? { name, given: given.replace(/\/\s*$/, ''), role: 'alone' }
    : { name, given, role: 'opening' };
}

function writeHugoShortcode(call: TemplateCall, context: BodyContext, note: AddNote): TagOutput {
  const given = readTagArguments(call.given);
  const [first = ''] = given.values;
  if (call.name === 'ref' || call.name === 'relref') {
    const wanted = readArgument(given, 'path') || first;
    const address = context.links.findReference(wanted, context.path);
    if (address === undefined) note(`the reference to ${wanted} leads to no text`);
    return createInline(address ?? wanted.replace(/\s/g, '%20'));
  }
  if (call.name === 'param') {
    const value =
      formatTextValue(findValue(context.values, first)) ||
      formatTextValue(findValue(context.config.values, `params.${first}`));
    if (value !== '') return createInline(value);
  }
  const known = writeByMeaning({ ...call, ...given }, 'tag', { format: MARKDOWN, note });
  return known ?? keepTemplateCall(call, 'shortcode', note);
}
