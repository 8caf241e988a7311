import type { ReactNode } from 'react';
import { pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import type { Site } from '../site/site.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { NoticeScreen } from '../ui/notice-screen.tsx';
import { PageHead, usePageContext } from './page-head.tsx';

/** The categories and the news, as every menu has them. */
function listSections({ categories, news }: Site): readonly { href: string; label: string }[] {
  return [
    ...categories.map(({ slug, name }) => ({ href: pages.category(slug), label: name })),
    ...(news === undefined ? [] : [{ href: news.path, label: news.menuName }]),
  ];
}

export function CategoryLinks() {
  const { site } = usePageContext();
  return (
    <ul className="-mx-3">
      {listSections(site).map(({ href, label }) => (
        <li key={href} className="inline-block px-3">
          <a href={href} className="target py-2 text-accent underline underline-offset-4">
            {label}
          </a>
        </li>
      ))}
    </ul>
  );
}

type NotFoundNoticeProps = {
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly children?: ReactNode;
};

/** Replaces the content of a screen that was not found. Search engines don't index it. */
export function NotFoundNotice({ title, text, path, children }: NotFoundNoticeProps) {
  const { site } = usePageContext();
  return (
    <NoticeScreen title={title} text={text} onward={<CategoryLinks />}>
      <PageHead
        title={title}
        description={text}
        canonical={path}
        isHidden
        card={createPageCard('not-found', site)}
      />
      <LinkButton href={pages.home()}>Return Home</LinkButton>
      {children}
    </NoticeScreen>
  );
}
