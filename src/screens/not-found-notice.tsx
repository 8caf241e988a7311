import type { ReactNode } from 'react';
import { pages } from '../site/addresses.ts';
import { createPageCard } from '../site/cards.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { NoticeScreen } from '../ui/notice-screen.tsx';
import { PageHead } from './page-head.tsx';
import { ShelfLinks } from './shelf-links.tsx';

type NotFoundNoticeProps = {
  readonly title: string;
  readonly text: string;
  /** Of the address at which nothing is. */
  readonly path: string;
  /** Ways onward besides those home and to the shelves. */
  readonly children?: ReactNode;
};

/** Stands in for what a screen should have shown; search engines leave it out. */
export function NotFoundNotice({ title, text, path, children }: NotFoundNoticeProps) {
  return (
    <NoticeScreen title={title} text={text} onward={<ShelfLinks />}>
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
