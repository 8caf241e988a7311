import { SITE } from '../../site/site-info.ts';
import { makeAbsolute } from '../absolute-html.ts';
import type { TextPage } from './find-text-page.ts';

/** A text as Markdown, its facts before it as front matter, its page's own address among them. */
export async function formatMarkdown(page: TextPage, origin: string): Promise<string> {
  const url = `${origin}${page.path}`;
  const facts = {
    title: page.title,
    description: page.description,
    canonical: url,
    author: SITE.name,
    published: page.publishedAt,
    updated: page.updatedAt,
  };
  const lines = Object.entries(facts).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}: ${JSON.stringify(value)}`],
  );
  const body = await convert(makeAbsolute(page.content, url));
  return ['---', ...lines, '---', '', `# ${page.title}`, '', body].join('\n');
}

/** Only a site whose Markdown is asked for pays for what it takes. */
async function convert(html: string): Promise<string> {
  const { convertHtml } = await import('./convert-html.ts');
  return convertHtml(html);
}
