import { ShelfLinks } from '../shelf-links.tsx';

export function NoResults() {
  return (
    <div className="rounded-md border border-line bg-panel px-6 py-10">
      <div role="status">
        <h2 className="text-xl">No Results Found</h2>
      </div>
      <p className="mt-3 text-soft">Some things that help:</p>
      <ul className="mt-2 list-disc pl-6">
        <li>Check your spelling</li>
        <li>Use more general keywords</li>
        <li>Search for related topics</li>
      </ul>
      <p className="mt-6 text-soft">Or look on the shelves:</p>
      <ShelfLinks />
    </div>
  );
}
