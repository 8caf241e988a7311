import type { References } from 'marketing-workbench/html-to-markdown/conversion';
import { describeFileName } from 'marketing-workbench/html-to-markdown/pictures';
import type { Definition, Image, ImageReference, Link, LinkReference, Nodes, Root } from 'mdast';
import { type Edits, spanOf, visitMarkdown } from './markdown-edits.ts';

/** Context for the edits of the links and pictures of one text. */
export type LinkEditing = References & {
  readonly edits: Edits;
  readonly note: (what: string) => void;
  /** Names of definitions that the original text uses. */
  readonly used: ReadonlySet<string>;
};

export function editLink(link: Link, { edits, findLink }: LinkEditing): void {
  const { start, end } = spanOf(link);
  const written = edits.source.slice(start, end);
  const target = findLink(link.url, readLinkText(link, edits));
  if (!written.startsWith('[')) {
    const words = written.replace(/^<|>$/g, '');
    if (target === undefined) edits.replace(start, end, `\`${words}\``);
    else if (!isSameAddress(link.url, target))
      edits.replace(
        start,
        end,
        `[${words.replace(/[[\]\\]/g, '\\$&')}](${formatDestination(target)})`,
      );
    return;
  }
  const wordsEnd =
    link.children.length === 0 ? start + 1 : spanOf(link.children.at(-1) ?? link).end;
  const bracket = edits.source.indexOf('](', wordsEnd);
  if (target === undefined) {
    edits.replace(start, start + 1, '');
    edits.replace(bracket, end, '');
  } else if (!isSameAddress(link.url, target))
    edits.replaceAddress(
      bracket,
      end,
      `](${replaceDestination(edits.source.slice(bracket + 2, end - 1), target)})`,
    );
}

/**
 * Removes a link without words, and emphasis around nothing else, with the spaces after it, since
 * readers see nothing of it. Returns false for any other node.
 */
export function removeWordless(node: Nodes, { edits, note }: LinkEditing): boolean {
  const links = listWordlessLinks(node);
  if (links === undefined || links.length === 0) return false;
  for (const { url } of links) note(`a link without words to ${url.slice(0, 300)} was removed`);
  const { start, end } = spanOf(node);
  const spaces = /^[ \t]*/.exec(edits.source.slice(end, end + SPACES_MAX))?.[0] ?? '';
  edits.replace(start, end + spaces.length, '');
  return true;
}

const SPACES_MAX = 100;

/** Lists the links in a node that shows nothing; undefined if it shows something. */
function listWordlessLinks(node: Nodes): readonly Link[] | undefined {
  if (node.type === 'text') return node.value.trim() === '' ? [] : undefined;
  if (!['link', 'emphasis', 'strong', 'delete'].includes(node.type) || !('children' in node))
    return undefined;
  const found = node.type === 'link' ? [node] : [];
  for (const child of node.children) {
    const links = listWordlessLinks(child);
    if (links === undefined) return undefined;
    found.push(...links);
  }
  return found;
}

function readLinkText({ children }: Link, { source }: Edits): string {
  const [first, last] = [children[0], children.at(-1)];
  return first === undefined || last === undefined
    ? ''
    : source.slice(spanOf(first).start, spanOf(last).end);
}

/** Returns true if the new address differs from the old one at most in how it is written. */
function isSameAddress(url: string, target: string): boolean {
  return url === target || URL.parse(url)?.href === target;
}

/**
 * Replaces the address in `inner`, which may be in angle brackets and may have a title after it.
 */
function replaceDestination(inner: string, target: string): string {
  const trimmed = inner.trim();
  const end = trimmed.startsWith('<') ? trimmed.indexOf('>') + 1 : trimmed.search(/\s|$/);
  return `${formatDestination(target)}${trimmed.slice(end)}`;
}

function formatDestination(address: string): string {
  return address.replace(/[\s()<>\\]/g, (character) =>
    encodeURIComponent(character).replace('(', '%28').replace(')', '%29'),
  );
}

function escapeLinkText(text: string): string {
  return text.replace(/[\\[\]*_`<>]/g, '\\$&');
}

type MarkdownPicture = Image | (ImageReference & Pick<Definition, 'url' | 'title'>);

/** Rewrites a picture that is alone in its paragraph or the picture of a video. */
export function editPicture(picture: MarkdownPicture, editing: LinkEditing): void {
  const { edits, findPicture, formatAddress, note } = editing;
  const { start, end } = spanOf(picture);
  const { url, title } = picture;
  const file = findPicture(url);
  const written = (picture.alt ?? '').trim();
  if (picture.type === 'image' && file?.name === url && written !== '') return;
  const alt = escapeLinkText(written || file?.alt || describeFileName(url)).replace(/\s+/g, ' ');
  if (file === undefined) {
    edits.replace(
      start,
      end,
      writeMissingPicture(
        title ? `${alt}. ${escapeLinkText(title)}` : alt,
        formatAddress(url) ?? url,
        note,
      ),
    );
    return;
  }
  if (written === '' && file.alt === undefined)
    note(`picture ${url} has no alt text; “${alt}” was made from its name`);
  // The title may have brackets, too.
  const bracket = title?.includes('](')
    ? start + edits.source.slice(start, end).search(/(?<!\\)\]\(/)
    : edits.source.lastIndexOf('](', end);
  if (picture.type === 'image' && written !== '' && bracket > start) {
    const inner = edits.source.slice(bracket + 2, end - 1);
    edits.replaceAddress(bracket, end, `](${replaceDestination(inner, file.name)})`);
    return;
  }
  const caption = title ? ` "${title.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&')}"` : '';
  edits.replace(start, end, `![${alt}](${formatDestination(file.name)}${caption})`);
}

function writeMissingPicture(words: string, url: string, note: LinkEditing['note']): string {
  const address = URL.parse(url);
  const isAddress =
    /^https?:$/.test(address?.protocol ?? '') && /\.\w{2,5}$|\?/.test(address?.href ?? '');
  const picture = url.startsWith('data:')
    ? 'a picture within the text'
    : `picture ${url.slice(0, 300)}`;
  note(
    `${picture} is missing; ${isAddress ? 'its address remains as a link' : 'its alt text remains'}`,
  );
  return isAddress ? `[Picture: ${words}](${formatDestination(url)})` : `Picture: ${words}`;
}

/**
 * Gives references the addresses of their definitions, and removes definitions that nothing uses
 * any more.
 */
export function editDefinitions(root: Root, editing: LinkEditing): void {
  const definitions = new Map<string, Definition>();
  const repeated: Definition[] = [];
  const references: (LinkReference | ImageReference)[] = [];
  visitMarkdown(root, (node) => {
    if (node.type === 'definition') {
      if (definitions.has(node.identifier)) repeated.push(node);
      else definitions.set(node.identifier, node);
    } else if (node.type === 'linkReference' || node.type === 'imageReference')
      references.push(node);
    return undefined;
  });
  for (const node of references) {
    const definition = definitions.get(node.identifier);
    if (node.type === 'imageReference' && definition !== undefined)
      editPicture({ ...node, url: definition.url, title: definition.title }, editing);
  }
  const links = references.filter((node) => node.type === 'linkReference');
  const byName = Map.groupBy(links, ({ identifier }) => identifier);
  for (const definition of [...repeated, ...definitions.values()]) {
    const uses = repeated.includes(definition) ? [] : (byName.get(definition.identifier) ?? []);
    const isComment = !repeated.includes(definition) && COMMENTS.has(definition.identifier);
    if (uses.length > 0) editDefinition(definition, uses, editing);
    else if (!isComment) removeDefinition(definition, editing);
  }
}

/** Identifiers with which Markdown writes comments: `[//]: # (words)`. */
const COMMENTS: ReadonlySet<string> = new Set(['//', 'comment']);

function removeDefinition(definition: Definition, { edits, note, used }: LinkEditing): void {
  const span = spanOf(definition);
  if (!used.has(definition.identifier))
    note(
      `nothing uses the link definition ${edits.source.slice(span.start, span.end).slice(0, 300)}, so it was removed`,
    );
  edits.remove(span);
}

/** Moves a changed address from the definition to each link that uses it. */
function editDefinition(
  definition: Definition,
  uses: readonly LinkReference[],
  { edits, findLink }: LinkEditing,
): void {
  const target = findLink(definition.url);
  if (target !== undefined && isSameAddress(definition.url, target)) return;
  edits.remove(spanOf(definition));
  for (const use of uses) {
    const span = spanOf(use);
    const [first, last] = [use.children[0], use.children.at(-1)];
    if (first === undefined || last === undefined) continue;
    const title = definition.title ? ` "${definition.title.replace(/["\\]/g, '\\$&')}"` : '';
    edits.replace(span.start, spanOf(first).start, target === undefined ? '' : '[');
    const address = target === undefined ? '' : `](${formatDestination(target)}${title})`;
    edits.replace(spanOf(last).end, span.end, address);
  }
}
