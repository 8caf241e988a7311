import { CategoryLinks } from './category-links.tsx';

/** Shows the empty state of every list of articles. */
export function NoArticles({ where }: { where?: 'category' | 'subcategory' | undefined }) {
  const text =
    where === undefined
      ? 'There are currently no articles available. Check back soon!'
      : `There are currently no articles in this ${where}. Check back soon!`;
  return (
    <div className="rounded-md border border-line bg-panel px-6 py-12 text-center">
      <h2 className="text-xl">No Articles Found</h2>
      <p className="mt-3 text-balance text-soft">{text}</p>
      <div className="mt-6">
        <CategoryLinks />
      </div>
    </div>
  );
}
