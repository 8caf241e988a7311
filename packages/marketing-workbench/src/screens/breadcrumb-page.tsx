import type { ReactNode } from 'react';
import { pages } from '../site/addresses.ts';
import { Breadcrumbs, type Crumb } from '../ui/breadcrumbs.tsx';
import { PageHead, type PageHeadProps } from './page-head.tsx';

type BreadcrumbPageProps = PageHeadProps & {
  /** The page's path, which is its canonical address unless `canonical` says otherwise. */
  readonly path: string;
  /** The pages between the home page and this one. */
  readonly parents?: readonly Crumb[];
  /** Decides the colours of the page. */
  readonly theme?: string;
  readonly children: ReactNode;
};

/** Shows the frame of every page but the home page, searches and notices. */
export function BreadcrumbPage({
  path,
  parents = [],
  theme,
  children,
  ...head
}: BreadcrumbPageProps) {
  const home = { label: 'Home', href: pages.home() };
  const crumbs = [home, ...parents, { label: head.title, href: path }];
  return (
    <div className="page-width py-6 sm:py-10" data-category={theme}>
      <PageHead canonical={path} {...head} crumbs={crumbs} />
      <Breadcrumbs crumbs={crumbs} />
      {children}
    </div>
  );
}
