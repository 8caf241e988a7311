import { PART_KINDS, type Parts } from './body/parts.ts';
import type { ImportedText, ImportReport } from './folder/import-site.ts';
import { escapeHtml } from './wordpress/kept-html.ts';

const NAMES: Readonly<Record<keyof Parts, string>> = {
  ...{ words: 'words', headings: 'headings', links: 'links', pictures: 'pictures' },
  ...{ tables: 'tables', embeds: 'embeds', codeBlocks: 'code blocks' },
};
const WORST_SHOWN = 10;

/** One page without scripts: the totals, the texts with the most to look at, and all texts. */
export function formatHtmlReport(report: ImportReport): string {
  const worst = report.texts
    .filter(({ notes }) => notes.length > 0)
    .toSorted((one, other) => countLosses(other) - countLosses(one));
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Import report</title>
<style>${STYLE}</style>
<h1>Import report</h1>
<p>${escapeHtml(report.source)}: ${report.texts.length} texts. ${report.comments} comments were counted and not imported.</p>
${formatList('What could not be read', report.problems)}
<h2>Before and after</h2>
${formatTotals(report)}
<h2>Look at these first</h2>
${worst.slice(0, WORST_SHOWN).map(formatText).join('\n') || '<p>No text needs a person.</p>'}
<h2>All texts</h2>
${report.texts.map(formatText).join('\n')}
</html>
`;
}

function countLosses({ before, after, notes }: ImportedText): number {
  return (
    notes.length +
    PART_KINDS.reduce(
      (sum, kind) => sum + (kind === 'words' ? 0 : Math.max(0, before[kind] - after[kind])),
      0,
    )
  );
}

function formatTotals({ before, after }: Pick<ImportReport, 'before' | 'after'>): string {
  const rows = PART_KINDS.map(
    (kind) => `<tr><th scope="row">${NAMES[kind]}<td>${before[kind]}<td>${after[kind]}`,
  );
  return `<table><tr><td><th scope="col">before<th scope="col">after${rows.join('')}</table>`;
}

function formatText(text: ImportedText): string {
  const { file, title, oldAddresses, address, written, notes } = text;
  const differences = PART_KINDS.filter((kind) => text.before[kind] !== text.after[kind]).map(
    (kind) => `${NAMES[kind]} ${text.before[kind]} → ${text.after[kind]}`,
  );
  return `<details${notes.length > 0 ? ' open' : ''}><summary>${escapeHtml(title)} <code>${escapeHtml(file)}</code> ${written}</summary>
<p>${escapeHtml(oldAddresses[0] ?? '')} → ${escapeHtml(address)}${differences.length > 0 ? `; ${differences.join(', ')}` : ''}</p>
${formatList('', notes)}</details>`;
}

function formatList(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  const heading = title === '' ? '' : `<h2>${escapeHtml(title)}</h2>`;
  return `${heading}<ul>${items.map((item) => `<li>${escapeHtml(item)}`).join('')}</ul>`;
}

const STYLE = `:root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #8886}th[scope=row]{text-align:left}
summary{cursor:pointer;padding:.3rem 0}code{font-size:.85em}li{overflow-wrap:anywhere}`;
