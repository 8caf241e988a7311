import { ArticlePage } from '../screens/article-screen.tsx';
import { OwnPageText } from '../screens/own-page-screen.tsx';
import type { OwnPage, Post } from '../site/entities.ts';
import { findDirection } from '../site/site.ts';
import type { Taxonomy } from '../site/taxonomy.ts';
import { FOOTER_ID } from './app.tsx';
import { PlainHeader } from './notice-page.tsx';

type PreviewPageProps = {
  readonly text: Post | OwnPage;
  readonly taxonomy: Taxonomy;
  readonly note: string;
  /** The footer as HTML. */
  readonly footer: string;
};

/**
 * Renders the document of a text that is not published. It has no scripts, so nothing counts its
 * views.
 */
export function PreviewPage({ text, taxonomy, note, footer }: PreviewPageProps) {
  return (
    <html lang={taxonomy.site.language} dir={findDirection(taxonomy.site.language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
      </head>
      <body>
        <PlainHeader site={taxonomy.site} />
        <p
          role="status"
          className="border-b border-notice-ink bg-notice p-4 text-center text-notice-ink"
        >
          {note}
        </p>
        <main id="Content">
          {'form' in text ? (
            <OwnPageText page={text} isPreview />
          ) : (
            <ArticlePage post={text} taxonomy={taxonomy} />
          )}
        </main>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by React on the server */}
        <div id={FOOTER_ID} dangerouslySetInnerHTML={{ __html: footer }} />
      </body>
    </html>
  );
}
