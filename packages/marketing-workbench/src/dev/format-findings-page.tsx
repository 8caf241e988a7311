import { renderToStaticMarkup } from 'react-dom/server';
import { FindingList, formatProblemCount, type ShownSite } from './finding-list.tsx';
import { STYLES } from './styles.ts';

/** Script of the page, a module that Vite serves. */
const SCRIPT = "import { updateNotes } from '/src/dev/update-notes.ts'; updateNotes();";

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
        <script type="module">{SCRIPT}</script>
      </body>
    </html>,
  );
  return `<!doctype html>${page}`;
}
