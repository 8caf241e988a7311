import { renderToStaticMarkup } from 'react-dom/server';
import { FindingList, formatProblemCount, PageScript, type ShownSite } from './finding-list.tsx';
import { STYLES } from './styles.ts';

export function formatFindingsPage(shown: ShownSite): string {
  const { findings, problems } = shown.site;
  const title = `${formatProblemCount(problems.length)}, advice: ${findings.length - problems.length}`;
  const page = renderToStaticMarkup(
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <style>{STYLES}</style>
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          <FindingList findings={findings} contentDir={shown.contentDir} />
        </main>
        <PageScript {...shown} />
      </body>
    </html>,
  );
  return `<!doctype html>${page}`;
}
