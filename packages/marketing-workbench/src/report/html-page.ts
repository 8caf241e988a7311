import { escapeXml } from '../site/escape-xml.ts';

/**
 * Formats one document that needs no script and no other file, for screens of all widths, light and
 * dark, and for print.
 */
export function formatHtmlPage({
  title,
  body,
}: {
  readonly title: string;
  readonly body: string;
}): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeXml(title)}</title>
<style>${STYLES}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

/**
 * Tables scroll within an element of the class `scroll`; numbers are in cells of the class
 * `number`.
 */
const STYLES = `
:root {
  --page: #f6f7f9; --panel: #ffffff; --text: #1b2430; --muted: #5a6675; --line: #dde2e9;
  --accent: #2563c9; --accent-soft: #2563c922; --second: #b4540a; --good: #15703d; --bad: #b3261e; --none: #8792a01f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11151b; --panel: #1a2028; --text: #e7ebf0; --muted: #a0acba; --line: #303946;
    --accent: #7db0ff; --accent-soft: #7db0ff26; --second: #f2a65a; --good: #66cf93; --bad: #ff948b; --none: #a0acba1f;
  }
}
@media print {
  :root {
    --page: #ffffff; --panel: #ffffff; --text: #000000; --muted: #444444; --line: #c8ccd2;
    --accent: #2563c9; --accent-soft: #2563c922; --second: #b4540a; --good: #15703d; --bad: #b3261e; --none: #8792a01f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
}
main { max-width: 1120px; margin: 0 auto; padding: 40px 24px 64px; }
h1 { margin: 0 0 4px; font-size: 30px; line-height: 1.2; letter-spacing: -.02em; }
h2 { margin: 0 0 4px; font-size: 18px; line-height: 1.3; letter-spacing: -.01em; }
h3 { margin: 20px 0 4px; font-size: 15px; }
p { margin: 0 0 12px; max-width: 72ch; }
a { color: var(--accent); text-underline-offset: 2px; }
.muted, figcaption { color: var(--muted); }
section { margin-top: 20px; padding: 20px 24px; background: var(--panel); border: 1px solid var(--line); border-radius: 12px; }
section > .muted { margin-bottom: 14px; font-size: 14px; }
.pair { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 20px; }
.pair > section { min-width: 0; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(180px, 1fr)); gap: 16px; margin: 24px 0 0; }
.figures > div { padding: 16px 20px; background: var(--panel); border: 1px solid var(--line); border-radius: 12px; }
.figures dt { color: var(--muted); font-size: 13px; }
.figures dd { margin: 0; font-size: 28px; font-weight: 650; line-height: 1.25; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.figures dd.note { color: var(--muted); font-size: 13px; font-weight: 400; letter-spacing: 0; }
.scroll { overflow-x: auto; }
.scroll:focus-visible, summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
th, td { padding: 7px 12px 7px 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: middle; overflow-wrap: anywhere; }
th { color: var(--muted); font-size: 12px; font-weight: 600; white-space: nowrap; }
tbody th { color: inherit; font-size: inherit; font-weight: 400; white-space: normal; }
tbody tr:last-child > * { border-bottom: 0; }
th:first-child, td:first-child { min-width: 150px; }
th:last-child, td:last-child { padding-right: 0; }
.number { text-align: right; white-space: nowrap; overflow-wrap: normal; font-variant-numeric: tabular-nums; }
.bar { display: block; height: 4px; margin-top: 4px; border-radius: 2px; background: var(--accent); print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.good { color: var(--good); }
.bad { color: var(--bad); }
figure { margin: 0; }
figcaption { font-size: 13px; }
svg { display: block; max-width: 100%; height: auto; font-family: inherit; }
figure.scroll svg { min-width: 640px; }
details { margin-top: 10px; font-size: 14px; }
summary { color: var(--muted); cursor: pointer; }
footer { margin-top: 28px; color: var(--muted); font-size: 14px; }
@media (max-width: 760px) {
  main { padding: 24px 14px 40px; }
  h1 { font-size: 25px; }
  section { padding: 16px; }
  .pair { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .figures { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 10px; }
  .figures > div { padding: 12px 14px; }
  .figures dd { font-size: 23px; }
}
@media print {
  body { font-size: 11px; }
  main { max-width: none; padding: 0; }
  section { padding: 10px 0; border: 0; border-top: 1px solid var(--line); border-radius: 0; }
  .pair { gap: 24px; }
  .figures > div { padding: 8px 10px; }
  h2 { break-after: avoid; }
  figure, tr, .figures { break-inside: avoid; }
  table { font-size: 10px; }
  details:not([open]) { display: none; }
  .scroll { overflow: visible; }
  figure.scroll svg { min-width: 0; }
}
@page { margin: 14mm; }
`;
