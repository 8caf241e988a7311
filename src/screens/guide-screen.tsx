import guide from 'virtual:guide/google-ads-coupon-codes';
import { pages } from '../site/addresses.ts';
import { createGuideCard } from '../site/cards.ts';
import { CATEGORIES } from '../site/categories.ts';
import { CoverArt } from '../ui/cover/cover-art.tsx';
import { Prose } from '../ui/prose.tsx';
import { BreadcrumbPage } from './breadcrumb-page.tsx';
import { Byline } from './byline.tsx';
import { MoreToRead } from './more-to-read.tsx';
import { usePageContext } from './page-head.tsx';
import { type Screen, SHOWN } from './screen.ts';
import { ShareLinks } from './share-links.tsx';
import { listContents, TableOfContents } from './table-of-contents.tsx';
import { useChecklists } from './use-checklists.ts';

/** The guide has the colour of the first category. */
const [CATEGORY] = CATEGORIES;
const CONTENTS = listContents(guide.content);

/** The guide is part of the build, so there is nothing to load. */
export const screen: Screen = { load: async () => SHOWN, View: GuideScreen };

export function GuideScreen() {
  const { origin } = usePageContext();
  useChecklists(guide);
  return (
    <BreadcrumbPage
      title={guide.title}
      description={guide.metaDescription}
      path={pages.guide()}
      card={createGuideCard(guide)}
      posting={{ ...guide, type: 'Article', section: CATEGORY?.name ?? '' }}
    >
      <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-x-14 lg:grid-cols-[minmax(0,1fr)_17rem]">
        <article>
          <header className="mb-8 max-w-(--container-prose)">
            <h1 tabIndex={-1} className="text-3xl">
              {guide.title}
            </h1>
            <p className="mt-4 text-sm text-soft">
              <span>{guide.readTime} min read</span>
            </p>
            <Byline publishedAt={guide.publishedAt} updatedAt={guide.updatedAt} />
            <CoverArt
              category={CATEGORY?.slug ?? ''}
              slug={guide.slug}
              className="article-cover mt-6 aspect-[5/2] rounded-md"
            />
          </header>
          <TableOfContents headings={CONTENTS} form="folded" />
          <Prose html={guide.content} origin={origin} />
          <ShareLinks url={`${origin}${pages.guide()}`} title={guide.title} />
          <MoreToRead />
        </article>
        <div className="max-lg:hidden">
          <TableOfContents headings={CONTENTS} form="sidebar" />
        </div>
      </div>
    </BreadcrumbPage>
  );
}
