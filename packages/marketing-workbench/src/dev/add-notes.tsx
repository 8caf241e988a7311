import { renderToStaticMarkup } from 'react-dom/server';
import { isError } from '../content/content-finding.ts';
import { formatUtcTime } from '../site/dates.ts';
import { FINDINGS_PATH } from './dev-addresses.ts';
import type { AuthorNotes, DraftSite } from './draft-site.ts';
import { FindingList, formatProblemCount, PageScript, type ShownSite } from './finding-list.tsx';
import { STYLES } from './styles.ts';

type HtmlParts = { readonly head: string; readonly body: string };

/**
 * Adds to a page the script that keeps it up to date, and the notes for the author, in a shadow
 * tree, which the page's styles don't reach.
 */
export function addNotes<P extends HtmlParts>(page: P, pathname: string, shown: ShownSite): P {
  const added =
    formatNotes(page, pathname, shown) + renderToStaticMarkup(<PageScript {...shown} />);
  return { ...page, body: page.body.replace(/<\/body><\/html>$/, (end) => added + end) };
}

function formatNotes({ head }: HtmlParts, pathname: string, shown: ShownSite): string {
  const { site } = shown;
  const text = site.notes.get(pathname);
  if (text === undefined && site.problems.length === 0) return '';
  const notes = renderToStaticMarkup(<Notes text={text} head={head} {...shown} />);
  const shadow = `<template shadowrootmode="open">${notes}</template>`;
  return `<dev-notes>${shadow}<style>${formatMarks(site)}</style></dev-notes>`;
}

/** Formats a style sheet that marks links to texts that are not published. */
function formatMarks({ notes }: DraftSite): string {
  return [...notes].map(([path, text]) => formatMark(path, text)).join('');
}

function formatMark(path: string, { state, findings }: AuthorNotes): string {
  const label = findings.some(isError) ? 'not publishable' : state;
  if (label === 'ready') return '';
  const href = JSON.stringify(path).replaceAll('<', '\\3c ');
  return `main a[href=${href}]::before{content:"[${label}] "}`;
}

function Notes({
  text,
  head,
  ...shown
}: ShownSite & { text: AuthorNotes | undefined; head: string }) {
  const { problems, siteProblems } = shown.site;
  return (
    <>
      <style>{STYLES}</style>
      <aside aria-label="Notes for the author">
        {text !== undefined && (
          <details open={text.findings.some(isError)}>
            <summary>{describeState(text)}</summary>
            <FindingList findings={text.findings} contentDir={shown.contentDir} />
            <Appearance head={head} hasCard={text.isUnsaved !== true} />
          </details>
        )}
        {problems.length > 0 && (
          <p>
            <a
              href={FINDINGS_PATH}
            >{`${formatProblemCount(problems.length)} in the whole folder`}</a>
            {siteProblems.length > 0 &&
              `, ${siteProblems.length} of them in settings and other files`}
          </p>
        )}
      </aside>
    </>
  );
}

function describeState({ state, publishedAt = 0, findings }: AuthorNotes): string {
  const problems = findings.filter(isError).length;
  const advice = findings.length - problems;
  const states = {
    ready: problems > 0 ? [] : ['Ready to be published'],
    draft: ['Draft'],
    scheduled: [`Scheduled for ${formatUtcTime(publishedAt)}`],
  };
  return [
    ...states[state],
    ...(problems > 0 ? [`Not publishable: ${formatProblemCount(problems)}`] : []),
    ...(advice > 0 ? [`Advice: ${advice}`] : []),
  ].join('. ');
}

/**
 * Shows how the page looks in search results, cut at the widths that Google uses, and where its
 * link is shared.
 */
function Appearance({ head, hasCard }: { head: string; hasCard: boolean }) {
  const title = readFromHead(head, /<title>(.*?)<\/title>/);
  const description = readFromHead(head, /<meta name="description" content="(.*?)"/);
  const image = readFromHead(head, /<meta property="og:image" content="https?:\/\/[^/"]*(.*?)"/);
  return (
    <>
      <h2>In search results</h2>
      <div className="result">
        <p className="title">{title}</p>
        <p className="description">{description}</p>
      </div>
      {hasCard && image !== '' && (
        <>
          <h2>As a social card</h2>
          <figure>
            <img src={image} alt="" loading="lazy" />
            <figcaption>
              <strong>{readFromHead(head, /<meta property="og:title" content="(.*?)"/)}</strong>
              <span>{description}</span>
            </figcaption>
          </figure>
        </>
      )}
    </>
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  quot: '"',
  amp: '&',
  '#x27': "'",
};

function readFromHead(html: string, pattern: RegExp): string {
  return (pattern.exec(html)?.[1] ?? '').replace(
    /&(#?\w+);/g,
    (entity, name) => ENTITIES[name] ?? entity,
  );
}
