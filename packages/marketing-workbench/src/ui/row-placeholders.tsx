import { listPlaceholderKeys } from './card-placeholders.tsx';

export function RowPlaceholders({ count, className = '' }: { count: number; className?: string }) {
  return (
    <ul aria-hidden="true" className={className}>
      {listPlaceholderKeys(count).map((key) => (
        <li
          key={key}
          data-placeholder
          className="grid gap-x-6 border-t border-line py-5 sm:grid-cols-[9rem_minmax(0,1fr)]"
        >
          <div className="placeholder-bar aspect-video max-sm:hidden" />
          <div>
            <div className="placeholder-bar h-6 w-3/4" />
            <div className="placeholder-bar mt-3 h-4 w-full max-w-prose" />
            <div className="placeholder-bar mt-3 h-4 w-1/3" />
          </div>
        </li>
      ))}
    </ul>
  );
}
