import { findValue, formatValue } from '../markdown-folder/read-values.ts';
import { pick, readArguments } from './read-arguments.ts';
import type { BodyContext } from './render-body.ts';
import { type Call, replaceTags, type TemplateTag, withoutCode } from './replace-tags.ts';
import { writeByMeaning } from './tag-meanings.ts';
import { createInline, type Output, writeFigure, writeKept, writeVideo } from './write-blocks.ts';

type Note = (what: string) => void;

const OPENINGS = /\{[{%]/g;
const TAG_MAX = 10_000;

/** Writes tags and variables of Liquid and Nunjucks as Markdown. */
export function replaceLiquid(text: string, context: BodyContext, note: Note): string {
  if (!/\{[{%]/.test(text)) return text;
  return replaceTags(text, withoutCode(text, listTags(text)), (call) => writeTag(call, context, note));
}

function listTags(text: string): readonly TemplateTag[] {
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
    if (mark === '{') tags.push({ start: index, end: done, name: VARIABLE, given: inner, role: 'alone' });
    else tags.push({ start: index, end: done, ...readTag(inner) });
  }
  return tags;
}

const VARIABLE = '{{';

function readTag(inner: string): Pick<TemplateTag, 'name' | 'given' | 'role'> {
  const [, name = '', given = ''] = /^([\w-]*)([\s\S]*)$/.exec(inner) ?? [];
  const isClosing = /^end./.test(name);
  const role = isClosing ? 'closing' : ALONE.test(name) ? 'alone' : 'opening';
  return { name: isClosing ? name.slice(3) : name, given: given.trim(), role };
}

const ALONE =
  /^(?:include\w*|post_url|link|assign|set|else|elsif|elif|when|break|continue|import|from|extends)$/;

function writeTag(call: Call, context: BodyContext, note: Note): Output {
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
  const known =
    name === 'include'
      ? writeInclude(given)
      : writeByMeaning(call, readArguments(resolve(given, context)), note);
  if (known !== undefined) return known;
  note(`tag ${name} was kept as it was; write what it showed, or remove it`);
  const kept = writeKept([call.opening, call.closing].filter(Boolean).join('\n'));
  return inner?.trim() ? { ...kept, text: `${kept.text}\n\n${inner.trim()}` } : kept;
}

/** An include is known by its name and its arguments. */
function writeInclude(given: string): Output | undefined {
  const [, file = '', rest = ''] = /^["']?([\w./-]+)["']?([\s\S]*)$/.exec(given) ?? [];
  const values = readArguments(rest);
  const name = file.replace(/^.*\//, '').replace(/\.\w+$/, '');
  const src = pick(values, 'src', 'url', 'image_path', 'image', 'img', 'path', 'file', 'filename');
  const id = pick(values, 'id', 'video_id', 'videoid', 'video', 'url');
  if (/youtube|^yt/i.test(name) && id !== '')
    return writeVideo('YouTube', id, pick(values, 'title', 'caption'));
  if (/vimeo/i.test(name) && id !== '') return writeVideo('Vimeo', id, pick(values, 'title', 'caption'));
  if (/^video$/i.test(name) && id !== '')
    return writeVideo(
      /vimeo/i.test(pick(values, 'provider')) ? 'Vimeo' : 'YouTube',
      id,
      pick(values, 'title'),
    );
  if (/fig|image|img|picture|photo/i.test(name) && src !== '')
    return writeFigure({
      src,
      alt: pick(values, 'alt', 'description'),
      caption: pick(values, 'caption', 'title'),
      href: pick(values, 'link', 'href', 'target'),
    });
  if (/^toc/i.test(name)) return createInline('');
  const call = {
    name,
    given: rest,
    inner: pick(values, 'content', 'text', 'body') || undefined,
    opening: '',
    closing: '',
  };
  return writeByMeaning(call, values, () => undefined);
}

function writeVariable({ opening, given }: Call, context: BodyContext, note: Note): Output {
  const value = findVariable(given, context);
  if (value !== undefined) return createInline(value);
  note(`variable ${given.slice(0, 100)} was kept as it was; write its value`);
  return writeKept(opening);
}

/** Arguments may be variables: `src=page.image`. */
function resolve(given: string, context: BodyContext): string {
  return given.replace(/=\s*((?:page|site)\.[\w.]+)/g, (whole, name: string) => {
    const value = findVariable(name, context);
    return value === undefined ? whole : `="${value}"`;
  });
}

/** Filters that change the writing of an address or text, and not its meaning here. */
const KEEPING =
  /^(?:relative_url|absolute_url|url|escape|xml_escape|strip|htmlBaseUrl|safe|absoluteUrl|slug|prepend\s*:.*|append\s*:.*)$/;

function findVariable(
  expression: string,
  { values, title, config, path, links }: BodyContext,
): string | undefined {
  const [name = '', ...filters] = expression.split('|').map((part) => part.trim());
  if (!filters.every((filter) => KEEPING.test(filter))) return undefined;
  const literal = /^(["'])([\s\S]*)\1$/.exec(name)?.[2];
  const appended = filters.map((filter) => /^append\s*:\s*(["'])(.*)\1$/.exec(filter)?.[2] ?? '').join('');
  if (literal !== undefined) return literal + appended;
  const key = name.replace(/^page\./, '').replace(/^(?:metadata|meta|data\.site)\./, 'site.');
  if (/^site\.(?:baseurl|base_url|url|github\.url)$/.test(key))
    return key.endsWith('.url') ? appended : config.basePath + appended;
  if (key === 'title') return title;
  if (key === 'url') return links.findReference(path, path) ?? undefined;
  const found = key.startsWith('site.')
    ? findSiteValue(key.slice('site.'.length), config)
    : formatValue(findValue(values, key));
  return found === '' || /[{<]/.test(found) ? undefined : found + appended;
}

function findSiteValue(key: string, { values, title, description }: BodyContext['config']): string {
  return formatValue(findValue(values, key)) || { title, description }[key] || '';
}
