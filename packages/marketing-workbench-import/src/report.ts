import { PART_KINDS, type PartCounts } from 'marketing-workbench/html-to-markdown/part-counts';
import type { CountedAddress } from './folder/import-findings.ts';
import type { ImportReport } from './folder/import-site.ts';
import type { ImportedText } from './folder/imported-text.ts';
import { escapeHtml } from './vocabulary/html-blocks.ts';

const NAMES: Readonly<Record<keyof PartCounts, string>> = {
  words: 'words',
  headings: 'headings',
  links: 'links',
  pictures: 'pictures',
  tables: 'tables',
  embeds: 'embeds',
  codeBlocks: 'code',
};
const WORST_SHOWN = 10;
const REASONS_SHOWN = 6;
const ADDRESSES_SHOWN = 50;
const KINDS_SHOWN = 30;

/**
 * Yields the report as a page without scripts: the totals, what needs a person, the texts with the
 * most to look at, and all texts. It comes in pieces, since the report of a large site has tens of
 * megabytes.
 */
export function* formatHtmlReport(report: ImportReport): Generator<string> {
  const unclear = report.texts.filter(({ notes }) => notes.some(needsPerson));
  yield `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Import report</title>
<style>${STYLE}</style>
<main>
<h1>Import report</h1>
${formatImportFacts(report, unclear.length)}
<h2>Before and after</h2>
${formatTotals(report)}
${formatLedger(report.ledger)}
${formatProblems(report.problems)}
<h2>Look at these first</h2>
${formatWorst(unclear)}
${formatAddressTable('Links that led to no text', 'Their words remain. Give each address a redirect or a text, and import again.', report.lostLinks)}
${formatAddressTable('Pictures and files that are missing', 'Links lead to their old addresses. Put the files into the uploads, and import again.', report.missingFiles)}
${formatNoteKinds(report.texts)}
<h2>All texts</h2>
<div class="wide"><table class="texts"><thead><tr><th scope="col">Text<th scope="col">state${PART_HEADS}<th scope="col" class="words">notes
<tbody>`;
  for (const text of report.texts) yield `${formatTextRow(text)}\n`;
  yield '</table></div>\n</main>\n</html>\n';
}

const PART_HEADS = PART_KINDS.map((kind) => `<th scope="col">${NAMES[kind]}`).join('');

/** Yields the report as JSON, in pieces. */
export function* formatJsonReport({ texts, ...site }: ImportReport): Generator<string> {
  const start = JSON.stringify(site, null, 1).slice(0, -'\n}'.length);
  yield `${start},\n "texts": [`;
  for (const [index, text] of texts.entries())
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(text)}`;
  yield '\n]}\n';
}

function formatImportFacts(
  { source, reason, texts, comments }: ImportReport,
  unclear: number,
): string {
  const count = (written: ImportedText['written']) =>
    texts.filter((text) => text.written === written).length;
  const drafts = texts.filter(({ isDraft }) => isDraft).length;
  const facts = [
    [texts.length, 'texts'],
    [unclear, 'need a person'],
    [drafts, 'drafts'],
    [count('new'), 'new'],
    [count('changed'), 'changed'],
    [count('same'), 'unchanged'],
    [count('edited') + count('removed'), 'edited by you, kept'],
    [comments, 'comments, not imported'],
  ] as const;
  const items = facts.map(([number, name]) => `<li><b>${formatThousands(number)}</b> ${name}`);
  const taken = reason === undefined ? '' : `<p>Taken for ${escapeHtml(reason)}.</p>`;
  return `<p>${escapeHtml(source)}</p>${taken}<ul class="facts">${items.join('')}</ul>`;
}

function formatThousands(number: number): string {
  return number.toLocaleString('en').replace('-', '−');
}

function formatTotals({ before, after }: Pick<ImportReport, 'before' | 'after'>): string {
  const rows = PART_KINDS.map((kind) => {
    const difference = after[kind] - before[kind];
    const sign = difference > 0 ? '+' : '';
    return `<tr${difference < 0 ? ' class="less"' : ''}><th scope="row">${NAMES[kind]}<td>${formatThousands(before[kind])}<td>${formatThousands(after[kind])}<td>${difference === 0 ? '' : sign + formatThousands(difference)}`;
  });
  return `<table class="numbers"><thead><tr><th scope="col">Part<th scope="col">before<th scope="col">after<th scope="col">difference<tbody>${rows.join('')}</table>`;
}

/** Formats a table of everything that came in, and where it went. */
function formatLedger(ledger: ImportReport['ledger']): string {
  const rows = ledger.map(
    ({ what, came, carried, example = '' }) =>
      `<tr${carried < came ? ' class="less"' : ''}><th scope="row">${escapeHtml(what)}<td>${formatThousands(came)}<td>${formatThousands(carried)}<td>${carried < came ? formatThousands(came - carried) : ''}<td class="words">${escapeHtml(example)}`,
  );
  return `<h2>What came in, and what was carried over</h2><div class="wide"><table class="numbers"><thead><tr><th scope="col">Kind<th scope="col">came<th scope="col">carried over<th scope="col">not<th scope="col" class="words">the first<tbody>${rows.join('')}</table></div>`;
}

function formatProblems(problems: readonly string[]): string {
  if (problems.length === 0) return '';
  return `<h2>The whole site</h2><ul>${problems.map((problem) => `<li>${escapeHtml(problem)}`).join('')}</ul>`;
}

/**
 * Returns true if the note says that something is missing which a person could rewrite or find.
 * Other notes say what was changed.
 */
function needsPerson(note: string): boolean {
  return /kept as it was|draft|missing|not at hand|no text has this address|left out|cut at|is no(?:t an?)? |has no (?:text|title|date|words)|can.t be/.test(
    note,
  );
}

function countLosses({ before, after, notes }: ImportedText): number {
  const lost = PART_KINDS.map((kind) =>
    kind === 'words' ? 0 : Math.max(0, before[kind] - after[kind]),
  );
  return notes.filter(needsPerson).length + lost.reduce((sum, one) => sum + one, 0);
}

function formatWorst(texts: readonly ImportedText[]): string {
  const worst = texts
    .toSorted((one, other) => countLosses(other) - countLosses(one))
    .slice(0, WORST_SHOWN);
  if (worst.length === 0) return '<p>No text needs a person.</p>';
  const rows = worst.map((text) => {
    const notes = text.notes.filter(needsPerson);
    const more = notes.length - REASONS_SHOWN;
    return `<li><b>${escapeHtml(text.title || 'Without a title')}</b> <code>${escapeHtml(text.file)}</code>
<ul>${formatDifferences(text)}${formatItems(notes.slice(0, REASONS_SHOWN))}${more > 0 ? `<li>and ${more} more` : ''}</ul>`;
  });
  return `<ol class="worst">${rows.join('')}</ol>`;
}

function formatDifferences({ before, after }: ImportedText): string {
  const differences = PART_KINDS.filter((kind) => before[kind] !== after[kind]).map(
    (kind) => `${NAMES[kind]} ${before[kind]} → ${after[kind]}`,
  );
  return differences.length === 0 ? '' : `<li>${differences.join(', ')}`;
}

function formatItems(items: readonly string[]): string {
  return items.map((item) => `<li>${escapeHtml(item)}`).join('');
}

function formatAddressTable(
  title: string,
  advice: string,
  found: readonly CountedAddress[],
): string {
  if (found.length === 0) return '';
  const rows = found
    .slice(0, ADDRESSES_SHOWN)
    .map(
      ({ address, count, reason = '' }) =>
        `<tr><td class="address">${escapeHtml(address)}<td>${count}<td class="words">${escapeHtml(reason)}`,
    );
  const more = found.length - ADDRESSES_SHOWN;
  return `<h2>${title}</h2><p>${advice}${more > 0 ? ` ${more} more are in report.json.` : ''}</p>
<div class="wide"><table><thead><tr><th scope="col">Address<th scope="col">times<th scope="col"><tbody>${rows.join('')}</table></div>`;
}

export type NoteKind = {
  readonly kind: string;
  readonly isForPerson: boolean;
  readonly count: number;
  /** The first text with such a note. */
  readonly file: string;
};

/**
 * Lists the kinds of notes, the most frequent first. Notes that differ only in names and numbers
 * are of one kind.
 */
export function listNoteKinds(texts: readonly ImportedText[]): readonly NoteKind[] {
  const kinds = new Map<string, NoteKind>();
  for (const { notes, file } of texts)
    for (const note of notes) {
      const kind = generalizeNote(note);
      const known = kinds.get(kind) ?? { kind, isForPerson: needsPerson(note), count: 0, file };
      kinds.set(kind, { ...known, count: known.count + 1 });
    }
  return [...kinds.values()].toSorted((one, other) => other.count - one.count);
}

/** Formats a table of the kinds of notes. */
function formatNoteKinds(texts: readonly ImportedText[]): string {
  const kinds = listNoteKinds(texts);
  if (kinds.length === 0) return '';
  const rows = kinds
    .slice(0, KINDS_SHOWN)
    .map(
      ({ kind, count, isForPerson, file }) =>
        `<tr><td class="words">${escapeHtml(kind)}<td>${count}<td>${isForPerson ? 'person' : 'changed'}<td class="words">${escapeHtml(file)}`,
    );
  return `<h2>What was changed, by kind</h2><div class="wide"><table><thead><tr><th scope="col">Note<th scope="col">times<th scope="col"><th scope="col" class="words">the first<tbody>${rows.join('')}</table></div>`;
}

const KIND_LENGTH_MAX = 160;

function generalizeNote(note: string): string {
  return note
    .replace(/“[^”]*”|; it was: [\s\S]*$/g, '…')
    .replace(/(?:https?:\/\/|\/|#)\S+[^\s;:,.]|\S+\.(?:jpe?g|png|gif|webp|svg|pdf|mp[34])\b/gi, '…')
    .replace(/\b\d+\b/g, '…')
    .slice(0, KIND_LENGTH_MAX);
}

function formatTextRow(text: ImportedText): string {
  const { file, title, oldAddresses, address, written, isDraft, before, after, notes } = text;
  const numbers = PART_KINDS.map((kind) =>
    before[kind] === after[kind]
      ? `<td data-name="${NAMES[kind]}">${after[kind]}`
      : `<td data-name="${NAMES[kind]}" class="differs">${before[kind]} → ${after[kind]}`,
  );
  const list = `<details><summary>${notes.length}</summary><ul>${formatItems(notes)}</ul></details>`;
  return `<tr><td class="words">${escapeHtml(title || 'Without a title')}<br><code>${escapeHtml(oldAddresses[0] ?? '')} → ${escapeHtml(address)}</code><br><code>${escapeHtml(file)}</code><td>${written}${isDraft ? ', draft' : ''}${numbers.join('')}<td class="words">${notes.length === 0 ? '' : list}`;
}

const STYLE = `:root{color-scheme:light dark;--line:color-mix(in srgb,currentColor 22%,transparent)}
body{font:1rem/1.5 system-ui,sans-serif;margin:0}main{max-width:75rem;margin:0 auto;padding:1rem}
h1{line-height:1.2}h2{margin:2.5rem 0 .5rem;line-height:1.2}
.facts{display:grid;grid-template-columns:repeat(auto-fill,minmax(9rem,1fr));gap:.75rem;padding:0;list-style:none}
.facts li{border:1px solid var(--line);border-radius:.5rem;padding:.5rem .75rem}.facts b{display:block;font-size:1.5rem;line-height:1.2}
.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}
td,th{padding:.35rem .7rem;text-align:right;border-bottom:1px solid var(--line);vertical-align:top}
thead th{position:sticky;top:0;background:Canvas}th[scope=row],td:first-child,th:first-child,.words,.address{text-align:left}
.words{min-width:14rem;overflow-wrap:anywhere}.address{overflow-wrap:anywhere;min-width:12rem}.less td:last-child,.differs{font-weight:700;white-space:nowrap}
code{font-size:.82em;opacity:.85;overflow-wrap:anywhere}li{overflow-wrap:anywhere}summary{cursor:pointer}.worst>li{margin-bottom:1rem}
.texts{font-size:.9rem}.texts details ul{min-width:16rem;padding-left:1rem;margin:.25rem 0}
@media(max-width:40rem){td,th{padding:.3rem .4rem}.texts,.texts tbody,.texts tr{display:block}.texts thead{display:none}
.texts td[data-name]::before{content:attr(data-name) " ";font-weight:400;opacity:.7}.texts td{display:inline-block;border:0;padding:.1rem .6rem .1rem 0}.texts tr{border-bottom:1px solid var(--line);padding:.5rem 0}.texts td.words{display:block;min-width:0}}
@media print{main{max-width:none}thead th{position:static}tr,li{break-inside:avoid}.wide{overflow:visible}}`;
