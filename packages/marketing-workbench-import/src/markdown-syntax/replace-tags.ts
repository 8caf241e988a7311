import { writeKeptMarkdown } from '../vocabulary/markdown-blocks.ts';
import { isLiteralTag } from '../vocabulary/meanings.ts';
import type { TagOutput } from '../vocabulary/output-format.ts';
import type { AddNote } from './body-context.ts';
import { createCodeTest, findCodeRanges } from './code-ranges.ts';
import { placeOutput, unindent } from './place-output.ts';

/** A tag in a text, such as `{{< figure >}}` or `{% include %}`. */
export type TemplateTag = {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** The arguments, as they are written after the name. */
  readonly given: string;
  readonly role: 'opening' | 'closing' | 'alone';
};

/** A tag with what it encloses; `inner` is undefined if it encloses nothing. */
export type TemplateCall = {
  readonly name: string;
  readonly given: string;
  readonly inner: string | undefined;
  /** The tags as they are written; the closing tag is empty if there is none. */
  readonly edges: readonly [openingTag: string, closingTag: string];
};

/**
 * Keeps the tags of a call with an unknown meaning in a fence, and puts what they enclose below it.
 */
export function keepTemplateCall(
  { name, edges, inner }: TemplateCall,
  what: string,
  note: AddNote,
): TagOutput {
  note(`${what} ${name} was kept as it was; write what it showed, or remove it`);
  const kept = writeKeptMarkdown(edges.filter(Boolean).join('\n'));
  return inner?.trim() ? { ...kept, text: `${kept.text}\n\n${inner.trim()}` } : kept;
}

type OpenTag = { readonly tag: TemplateTag | undefined; readonly parts: string[]; done: number };

const DEPTH_MAX = 30;

/** Replaces tags, the innermost first. A tag that has no closing tag encloses nothing. */
export function replaceTags(
  source: string,
  tags: readonly TemplateTag[],
  write: (call: TemplateCall) => TagOutput,
): string {
  const closings = listClosings(tags);
  const frames = createTagStack(source, write);
  for (const tag of tags) {
    if (tag.start < frames.top().done) continue;
    const closing = findClosing(tag, closings);
    if (tag.role === 'closing') frames.close(tag);
    else if (closing === undefined || frames.depth() >= DEPTH_MAX)
      frames.put(tag, undefined, undefined);
    else if (isLiteralTag(tag.name)) frames.put(tag, closing, source.slice(tag.end, closing.start));
    else frames.open(tag);
  }
  return frames.finish();
}

function createTagStack(source: string, write: (call: TemplateCall) => TagOutput) {
  const root: OpenTag = { tag: undefined, parts: [], done: 0 };
  const frames: OpenTag[] = [];
  const top = () => frames.at(-1) ?? root;
  const put = (tag: TemplateTag, closing: TemplateTag | undefined, inner: string | undefined) => {
    const end = closing?.end ?? tag.end;
    const call = {
      name: tag.name,
      given: tag.given,
      edges: [
        source.slice(tag.start, tag.end),
        closing === undefined ? '' : source.slice(closing.start, closing.end),
      ] as const,
      inner: inner === undefined ? undefined : unindent(inner, source, tag.start),
    };
    const frame = top();
    frame.parts.push(
      source.slice(frame.done, tag.start),
      placeOutput(write(call), source, tag.start, end),
    );
    frame.done = end;
  };
  /** Closes a tag that has no closing tag. What follows it belongs to the enclosing tag. */
  const flatten = () => {
    const frame = frames.pop();
    if (frame?.tag === undefined) return;
    put(frame.tag, undefined, undefined);
    top().parts.push(...frame.parts);
    top().done = frame.done;
  };
  return {
    top,
    put,
    depth: () => frames.length,
    open: (tag: TemplateTag) => void frames.push({ tag, parts: [], done: tag.end }),
    close: (closing: TemplateTag) => {
      if (!frames.some((frame) => frame.tag?.name === closing.name)) return;
      while (top().tag?.name !== closing.name) flatten();
      const frame = frames.pop();
      if (frame?.tag === undefined) return;
      put(frame.tag, closing, frame.parts.join('') + source.slice(frame.done, closing.start));
    },
    finish: (): string => {
      while (frames.length > 0) flatten();
      return root.parts.join('') + source.slice(root.done);
    },
  };
}

/** Lists the closing tags of each name, the last first. */
function listClosings(tags: readonly TemplateTag[]): ReadonlyMap<string, TemplateTag[]> {
  const found = new Map<string, TemplateTag[]>();
  for (const tag of tags.toReversed()) {
    if (tag.role !== 'closing') continue;
    const places = found.get(tag.name) ?? [];
    found.set(tag.name, places);
    places.push(tag);
  }
  return found;
}

function findClosing(
  { role, name, end }: TemplateTag,
  closings: ReadonlyMap<string, TemplateTag[]>,
): TemplateTag | undefined {
  if (role !== 'opening') return undefined;
  const places = closings.get(name) ?? [];
  while ((places.at(-1)?.start ?? end) < end) places.pop();
  return places.at(-1);
}

/** Lists the tags outside of code. The tag `raw` also counts in code. */
export function listTagsOutsideCode(
  source: string,
  tags: readonly TemplateTag[],
): readonly TemplateTag[] {
  if (tags.length === 0) return tags;
  const isCode = createCodeTest(findCodeRanges(source));
  return tags.filter(({ name, start }) => name === 'raw' || !isCode(start));
}
