import { pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import help from './db-setup-help.html?raw';
import { usePageContext } from './page-head.tsx';
import { type Screen, SHOWN } from './screen.ts';

const TITLE = 'Database Setup Help';

const dbSetupHelpScreen: Screen = { load: async () => SHOWN, View: DbSetupHelpScreen };

export { dbSetupHelpScreen as screen };

export function DbSetupHelpScreen() {
  const { site } = usePageContext();
  return (
    <BreadcrumbPage
      title={TITLE}
      description="How to connect PostgreSQL to this site, what fallback mode means, and how to tell which database is in use."
      path={pages.dbSetupHelp()}
      card={createPageCard('db-setup-help', site)}
    >
      <h1 tabIndex={-1} className="mt-6 mb-6 text-2xl">
        {TITLE}
      </h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a text of the application's own */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: help }} />
    </BreadcrumbPage>
  );
}
