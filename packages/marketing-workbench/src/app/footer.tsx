import { pages } from '../site/addresses.ts';
import type { PostSummary } from '../site/entities.ts';
import {
  FOOTER_CATEGORIES_WITH_SUBCATEGORIES,
  FOOTER_QUICK_LINKS,
  FOOTER_SUBCATEGORIES_PER_CATEGORY,
} from '../site/limits.ts';
import type { SiteCategory } from '../site/settings.ts';
import type { Site } from '../site/site.ts';
import { formatPostAddress, type Taxonomy } from '../site/taxonomy.ts';
import { CategoryIcon } from '../ui/category-icon.tsx';

function listQuickLinks({ categories }: Site): readonly FooterLink[] {
  return categories.slice(0, FOOTER_QUICK_LINKS).map(createCategoryLink);
}

function createCategoryLink({ slug, name }: SiteCategory): FooterLink {
  return { label: name, href: pages.footerCategory(slug) };
}

/** Subcategories. If there are few, further categories fill the column. */
function listTopicLinks({ categories }: Site): readonly FooterLink[] {
  const links = categories.slice(0, FOOTER_CATEGORIES_WITH_SUBCATEGORIES).flatMap((category) =>
    category.subcategories.slice(0, FOOTER_SUBCATEGORIES_PER_CATEGORY).map(({ slug, name }) => ({
      label: name,
      href: pages.footerSubcategory(category.slug, slug),
    })),
  );
  const others = categories.slice(FOOTER_QUICK_LINKS).map(createCategoryLink);
  return [...links, ...others].slice(
    0,
    FOOTER_CATEGORIES_WITH_SUBCATEGORIES * FOOTER_SUBCATEGORIES_PER_CATEGORY,
  );
}

export type FooterProps = Taxonomy & {
  readonly popular: readonly Pick<PostSummary, 'slug' | 'title' | 'categoryId' | 'subcategoryId'>[];
  /** Year of the copyright, in the time zone of the site. */
  readonly year: number;
};

/** Rendered only on the server, because it is the same on every page. */
export function Footer({ popular, year, ...taxonomy }: FooterProps) {
  const { site } = taxonomy;
  const topicLinks = listTopicLinks(site);
  const popularLinks = popular.map((post) => ({
    label: post.title,
    href: formatPostAddress(post, taxonomy),
  }));
  return (
    <footer className="no-print mt-20 border-t border-line bg-sunken text-sm">
      <div className="page-width grid items-baseline gap-10 py-12 sm:grid-cols-2 lg:grid-cols-[4fr_3fr_3fr_4fr]">
        <section aria-label="About">
          <p className="font-serif text-lg font-bold">{site.name}</p>
          <p className="mt-3 text-soft">{site.description}</p>
          <ul className="mt-4 flex flex-wrap gap-x-4">
            {site.profiles.map(({ name, url, icon }) => (
              <li key={url}>
                <a
                  href={url}
                  rel="me noopener external"
                  className="target py-2 underline underline-offset-4"
                >
                  {icon !== undefined && (
                    <CategoryIcon icon={icon} className="me-1.5 size-4 self-center" />
                  )}
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
        <LinkColumn
          title="Quick Links"
          links={[...listQuickLinks(site), { label: 'Site Map', href: pages.siteMap() }]}
        />
        {topicLinks.length > 0 && <LinkColumn title="Categories" links={topicLinks} />}
        {popularLinks.length > 0 && <LinkColumn title="Popular Articles" links={popularLinks} />}
      </div>
      <div className="page-width">
        <div className="flex flex-wrap items-baseline gap-x-6 border-t border-line py-6 text-soft">
          <p>
            © {year} {site.name}
          </p>
          <PageLinks site={site} />
        </div>
      </div>
    </footer>
  );
}

function PageLinks({ site }: { site: Site }) {
  const shown = site.pages.filter(({ inFooter }) => inFooter);
  if (shown.length === 0) return null;
  return (
    <ul aria-label={`Pages about ${site.name}`} className="flex flex-wrap gap-x-6">
      {shown.map(({ slug, title }) => (
        <li key={slug}>
          <a href={pages.page(slug)} className="target py-2 no-underline hover:underline">
            {title}
          </a>
        </li>
      ))}
    </ul>
  );
}

type FooterLink = { readonly label: string; readonly href: string };

function LinkColumn({ title, links }: { title: string; links: readonly FooterLink[] }) {
  return (
    <div>
      <h2 className="text-base">{title}</h2>
      <ul className="mt-3">
        {links.map(({ label, href }) => (
          <li key={href}>
            <a href={href} className="target py-2 no-underline hover:underline">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
