import { endpoints } from '../contract/endpoints.ts';
import { pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { PageHead } from './page-head.tsx';
import { type Screen, SHOWN } from './screen.ts';

const TITLE = 'Database Setup Help';

export const screen: Screen = { load: async () => SHOWN, View: DbSetupHelpScreen };

/** Help for the operator of the site. */
export function DbSetupHelpScreen() {
  const crumbs = [
    { label: 'Home', href: pages.home() },
    { label: TITLE, href: pages.dbSetupHelp() },
  ];
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHead
        title={TITLE}
        description="How to connect PostgreSQL to this site, what fallback mode means, and how to tell which database is in use."
        canonical={pages.dbSetupHelp()}
        card={createPageCard('db-setup-help')}
        crumbs={crumbs}
      />
      <Breadcrumbs crumbs={crumbs} />
      <h1 tabIndex={-1} className="mt-6 mb-6 text-2xl">
        {TITLE}
      </h1>
      <div className="prose">
        <p>
          This page is for the person who runs the site. Readers need none of it: every article is served from
          a file on the web server itself, whatever state the database is in.
        </p>
        <h2>Which database is in use</h2>
        <p>
          Ask <a href={endpoints.health.address()}>the health call</a>. Its <code>database</code> text is one
          of three:
        </p>
        <ul>
          <li>
            <code>SQLite (embedded)</code>: no other database is configured. This is the normal state of one
            machine.
          </li>
          <li>
            <code>PostgreSQL</code>: this machine follows a PostgreSQL server and serves what it holds.
          </li>
          <li>
            a text with <code>Fallback</code> in it: a PostgreSQL server is configured and can't be followed.
            The text says since when, why, and from when the content is that is served meanwhile.
          </li>
        </ul>
        <p>
          Beside it stand the content's <code>revision</code> (the same on every machine that serves the
          same), its age in seconds, the size of the index in bytes and a name that tells this machine from
          the others.
        </p>
        <Steps />
        <h2>What fallback mode means</h2>
        <p>
          The site goes on answering everything from its last content. The not-found page says “Limited
          Functionality Mode”, and that is all a reader can notice. New content waits in the database and
          views wait on this machine's disk; neither is lost. The site tries the database again by itself,
          within ten seconds each time, so nothing has to be restarted once it is back.
        </p>
        <Remedies />
      </div>
    </div>
  );
}

/** A shell command. On wide screens it is not broken at its hyphens. */
function Command({ children }: { children: string }) {
  return <code className="sm:whitespace-nowrap">{children}</code>;
}

function Remedies() {
  return (
    <>
      <h2>What to do about it</h2>
      <ul>
        <li>
          “can’t be reached”: check that the server runs, that the address and the firewall are right, and
          that it takes connections from this machine.
        </li>
        <li>“refuses the credentials”: check user and password in the address.</li>
        <li>
          “has no tables of this site yet” or “older than this program”: run{' '}
          <Command>npm run content -- migrate</Command>.
        </li>
        <li>“newer than this program”: this machine runs an older release; deploy the newer one.</li>
        <li>
          “holds no content yet”: run <Command>npm run content -- publish</Command>.
        </li>
      </ul>
      <p>The site's log says the same with the server's own words beside it.</p>
    </>
  );
}

function Steps() {
  return (
    <>
      <h2>Connect PostgreSQL</h2>
      <ol>
        <li>Create a database on PostgreSQL 15 or later, and a role that owns it.</li>
        <li>
          Set <code>DATABASE_URL</code> to its address, for example{' '}
          <code>postgres://workbench:password@db.internal:5432/workbench</code>, in the environment that the
          site is started from. <code>?sslmode=verify-full</code> at its end asks for TLS.
        </li>
        <li>
          Make the tables: <Command>npm run content -- migrate</Command>.
        </li>
        <li>
          Publish: <Command>npm run content -- publish</Command>. With <Command>--dry-run</Command> it only
          says what would change.
        </li>
        <li>Start the site again on each machine, and ask the health call.</li>
      </ol>
      <p>
        Where replicas exist, <code>DATABASE_REPLICA_URL</code> names the one that this machine reads content
        from; views still go to <code>DATABASE_URL</code>.
      </p>
    </>
  );
}
