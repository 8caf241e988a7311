import { type Anchors, findAnchor } from 'marketing-workbench/html-to-markdown/anchors';
import type { PartCounts } from 'marketing-workbench/html-to-markdown/part-counts';
import { z } from 'zod';
import type { ImportedAuthor } from './authors.ts';
import type { ConvertedText } from './convert-text.ts';
import type { FindLinkTarget, LinkTarget } from './find-link.ts';
import { formatImportedText } from './format-text.ts';
import type { PlacedText } from './place-texts.ts';
import type { Placeholders, Replacement } from './placeholders.ts';
import type { ImportedRedirects } from './redirects.ts';
import type { Spool, Spooled } from './spool.ts';
import type { Tags } from './tags.ts';

const linksSchema = z.array(z.string().nullable());
const anchorsSchema = z.array(z.tuple([z.string(), z.string()]));

/** A converted text whose Markdown waits in the spool. */
export type WaitingText = Omit<ConvertedText, 'markdown' | 'links' | 'anchors'> & {
  readonly placed: PlacedText;
  /**
   * Set if the check found errors: `blocks` if only these are in “unconverted” fences, `body` if
   * the text can't be held back further.
   */
  readonly heldBack?: 'blocks' | 'body';
  readonly markdown: Spooled;
  /** The links as JSON. */
  readonly links: Spooled;
  /** The entries of the anchors as JSON. */
  readonly anchors: Spooled;
};

type FinisherOptions = {
  readonly waiting: ReadonlyMap<string, WaitingText>;
  readonly spool: Spool;
  readonly placeholders: Placeholders;
  readonly findTarget: FindLinkTarget;
  readonly authors: ReadonlyMap<string, ImportedAuthor>;
  readonly tags: Tags;
  readonly redirects: ImportedRedirects;
  /** Origins of the old site. */
  readonly origins: readonly string[];
};

type FinishedText = {
  readonly content: string;
  readonly after: PartCounts;
  readonly notes: readonly string[];
};

/**
 * Returns true if the text stays hidden until its owner publishes it. Only articles can be
 * scheduled.
 */
export function isImportedDraft({ placed: { outline }, isUnfinished }: WaitingText): boolean {
  const { kind, status, publishedAt } = outline;
  const isPlanned = status === 'scheduled' && (kind === 'page' || publishedAt === undefined);
  return status === 'draft' || status === 'private' || isUnfinished || isPlanned;
}

/** Writes the links between texts, after all texts have been converted, and the front matter. */
export function createFinisher(options: FinisherOptions): (text: WaitingText) => FinishedText {
  const now = Date.now();
  return (text) => {
    const { spool, placeholders, findTarget, authors, tags, redirects, origins } = options;
    const notes = [...text.notes];
    const links = linksSchema
      .parse(JSON.parse(spool.read(text.links)))
      .map((href) =>
        href === null
          ? undefined
          : resolveTarget(findTarget(href, text.placed), text, { ...options, now, notes }),
      );
    const markdown = spool.read(text.markdown);
    const body = placeholders.replace(markdown, (index) => links[index]);
    const { outline, aliases } = text.placed;
    const content = formatImportedText(outline, body, {
      cover: text.cover,
      downloads: text.downloads,
      isDraft: isImportedDraft(text),
      tags: tags.list(outline),
      authors: outline.authors.flatMap((id) => authors.get(id)?.slug ?? []),
      aliases: listFreeAliases(text, redirects, notes),
      hasWords: text.after.words > 0,
      origins,
      notes,
    });
    if (outline.kind === 'page' && isImportedDraft(text) && aliases.length > 0)
      notes.push(
        `a draft has no redirects; when you publish it, add to redirects.yaml: ${aliases.join(', ')}`,
      );
    const removed = placeholders
      .list(markdown)
      .filter((index) => links[index]?.kind === 'words').length;
    return {
      content,
      after: { ...text.after, links: text.after.links - removed },
      notes: [...new Set(notes)],
    };
  };
}

function listFreeAliases(
  { placed }: WaitingText,
  { isFree }: ImportedRedirects,
  notes: string[],
): readonly string[] {
  if (placed.outline.kind === 'page') return [];
  const taken = placed.aliases.filter((alias) => !isFree(alias));
  if (taken.length > 0)
    notes.push(
      `old addresses that can't be redirected, since the new site uses them: ${taken.join(', ')}`,
    );
  return placed.aliases.filter(isFree);
}

type LinkContext = FinisherOptions & { readonly now: number; readonly notes: string[] };

function resolveTarget(
  target: LinkTarget,
  from: WaitingText,
  { waiting, spool, redirects, now, notes }: LinkContext,
): Replacement | undefined {
  const remove = (href: string, reason: string): Replacement => {
    notes.push(`the link to ${href} was removed and its words remain: ${reason}`);
    return { kind: 'words' };
  };
  if (target.kind === 'archive') {
    const address = redirects.findArchive(target.archive);
    if (address !== undefined) return { kind: 'address', address };
    return remove(target.href, 'the new site has no such list');
  }
  if (target.kind !== 'text') return undefined;
  const { href, anchor } = target;
  const text = waiting.get(target.text.outline.id);
  if (text === undefined) return remove(href, 'the text has no body');
  if (!isImportedDraft(from)) {
    if (isImportedDraft(text)) return remove(href, 'it leads to a draft');
    if (visibleFrom(text) > Math.max(now, visibleFrom(from)))
      return remove(href, 'it leads to a text that is published later');
  }
  const { address } = text.placed;
  const id = anchor === '' ? '' : findAnchor(readAnchors(text, spool), anchor);
  if (id === undefined)
    notes.push(`the link to ${href} leads to the whole text: no part of it is called #${anchor}`);
  if (!id) return { kind: 'address', address };
  return { kind: 'address', address: text === from ? `#${id}` : `${address}#${id}` };
}

function readAnchors({ anchors }: WaitingText, spool: Spool): Anchors {
  return new Map(anchorsSchema.parse(JSON.parse(spool.read(anchors))));
}

function visibleFrom({ placed: { outline } }: WaitingText): number {
  return outline.kind === 'post' ? Date.parse(outline.publishedAt ?? '') || 0 : 0;
}
