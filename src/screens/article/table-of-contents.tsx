import type { Heading } from './headings.ts';
import { useCurrentHeading } from './use-current-heading.ts';

type TableOfContentsProps = {
  readonly headings: readonly Heading[];
  /** Beside the text, where it follows along, or folded above it. */
  readonly form: 'beside' | 'folded';
};

/** Links to a long text's own headings. */
export function TableOfContents({ headings, form }: TableOfContentsProps) {
  if (headings.length === 0) return null;
  if (form === 'folded') {
    return (
      <details className="no-print mb-8 max-w-(--container-prose) rounded-md border border-line bg-sunken lg:hidden">
        <summary className="min-h-11 cursor-pointer px-5 py-3 font-semibold">In this article</summary>
        <nav aria-label="Headings of this article" className="px-5 pb-4">
          <ContentsList headings={headings} />
        </nav>
      </details>
    );
  }
  return (
    <nav
      aria-label="In this article"
      className="no-print sticky top-[calc(var(--header-height)+1.5rem)] max-h-[calc(100vh-var(--header-height)-3rem)] overflow-y-auto text-sm max-lg:hidden"
    >
      <h2 className="text-lg">In this article</h2>
      <FollowingList headings={headings} />
    </nav>
  );
}

function FollowingList({ headings }: { headings: readonly Heading[] }) {
  return <ContentsList headings={headings} current={useCurrentHeading(headings)} />;
}

type ContentsListProps = { readonly headings: readonly Heading[]; readonly current?: string | undefined };

function ContentsList({ headings, current }: ContentsListProps) {
  return (
    <ol className="mt-2">
      {headings.map(({ id, html }) => (
        <li key={id} className="flex flex-col">
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            className="target border-l-2 border-line py-1.5 pl-3 no-underline hover:text-accent aria-[current]:border-l-4 aria-[current]:border-accent aria-[current]:pl-2.5 aria-[current]:text-accent"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: part of the sanitised text
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </li>
      ))}
    </ol>
  );
}
