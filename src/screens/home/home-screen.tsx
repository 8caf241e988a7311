import { queries } from '../../contract/queries.ts';
import { pages } from '../../site/addresses.ts';
import { createPageCard } from '../../site/cards.ts';
import { SITE } from '../../site/site-info.ts';
import { PageHead } from '../page-head.tsx';
import { type Screen, SHOWN } from '../screen.ts';
import { loadTaxonomy } from '../taxonomy.ts';
import { CategoryCards } from './category-cards.tsx';
import { FeaturedArticles } from './featured-articles.tsx';
import { Hero } from './hero.tsx';
import { RecentArticles } from './recent-articles.tsx';

const TITLE = 'Do-It-Yourself Digital Marketing';

export const screen: Screen = {
  load: async ({ client }) => {
    await Promise.all([
      loadTaxonomy(client),
      client.fetchQuery(queries.featuredPosts()),
      client.fetchQuery(queries.recentPosts()),
    ]);
    return SHOWN;
  },
  View: HomeScreen,
};

export function HomeScreen() {
  return (
    <>
      <PageHead
        title={TITLE}
        description={SITE.description}
        canonical={pages.home()}
        card={createPageCard('home')}
      />
      <Hero title={TITLE} />
      <FeaturedArticles />
      <CategoryCards />
      <RecentArticles />
    </>
  );
}
