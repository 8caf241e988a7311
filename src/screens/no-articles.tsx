import { EmptyList } from '../ui/empty-list.tsx';
import { ShelfLinks } from './shelf-links.tsx';

/** The empty state of every list of articles; `where` narrows it to a shelf. */
export function NoArticles({ where }: { where?: 'category' | 'subcategory' }) {
  const text =
    where === undefined
      ? 'There are currently no articles available. Check back soon!'
      : `There are currently no articles in this ${where}. Check back soon!`;
  return (
    <EmptyList title="No Articles Found" text={text}>
      <ShelfLinks />
    </EmptyList>
  );
}
