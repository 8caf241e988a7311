import type { ReactNode } from 'react';
import { pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import { CATEGORIES, NEWS } from '../site/categories.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { NoticeScreen } from '../ui/notice-screen.tsx';
import { PageHead } from './page-head.tsx';

export const CATEGORIES_AND_NEWS = [
  ...CATEGORIES.map(({ slug, name }) => ({ href: pages.category(slug), label: name })),
  { href: pages.news(), label: NEWS.menuName },
];

export function CategoryLinks() {
  return (
    <ul className="-mx-3">
      {CATEGORIES_AND_NEWS.map(({ href, label }) => (
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
  return (
    <NoticeScreen title={title} text={text} onward={<CategoryLinks />}>
      <PageHead
        title={title}
        description={text}
        canonical={path}
        isHidden
        card={createPageCard('not-found')}
      />
      <LinkButton href={pages.home()}>Return Home</LinkButton>
      {children}
    </NoticeScreen>
  );
}
