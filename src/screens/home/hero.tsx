import { pages } from '../../site/addresses.ts';
import { type BuiltInCategory, CATEGORIES } from '../../site/categories.ts';
import { CategoryIcon } from '../../ui/category-icon.tsx';
import { CoverArt } from '../../ui/cover/cover-art.tsx';
import { LinkButton } from '../../ui/link-button.tsx';

/** Says in one screen what this site is and for whom, and leads to each shelf in one click. */
export function Hero({ title }: { title: string }) {
  return (
    <section className="border-b border-line bg-sunken">
      <div className="page-width grid items-center gap-x-16 gap-y-8 py-8 sm:py-14 lg:grid-cols-[repeat(auto-fit,minmax(min(20rem,100%),1fr))]">
        <div>
          <h1 tabIndex={-1} className="text-3xl">
            {title}
          </h1>
          <p className="mt-4 max-w-xl text-lg text-soft sm:mt-5">
            For people who run a shop by day and its marketing in the evening. Plain instructions for Google
            Ads, Facebook Ads, email and SEO, with budgets, examples and wording you can copy.
          </p>
          <div className="mt-6 flex flex-wrap gap-3 sm:mt-8">
            <LinkButton href="#featured">Read the featured articles</LinkButton>
            <LinkButton href="#categories" variant="secondary">
              Browse by category
            </LinkButton>
          </div>
        </div>
        <nav aria-label="Shelves">
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,34%)),1fr))] gap-3 sm:gap-4">
            {CATEGORIES.map((category) => (
              <li key={category.slug}>
                <ShelfLink category={category} />
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </section>
  );
}

function ShelfLink({ category: { slug, name, icon } }: { category: BuiltInCategory }) {
  return (
    <a
      href={pages.category(slug)}
      data-category={slug}
      className="group block overflow-hidden rounded-md border border-line bg-panel no-underline shadow-card hover:border-edge"
    >
      <CoverArt category={slug} slug={name} className="aspect-[5/2]" />
      <span className="flex min-h-12 items-center gap-3 px-4 py-2 text-sm font-semibold group-hover:underline">
        <CategoryIcon icon={icon} className="size-5 shrink-0 text-(--category)" />
        {name}
      </span>
    </a>
  );
}
