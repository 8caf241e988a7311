import { useEffect, useState } from 'react';

type TableOfContentsProps = {
  readonly headings: readonly ContentsEntry[];
  /** Where it is: sticky in the sidebar, or folded above the text. */
  readonly form: 'sidebar' | 'folded';
};

export function TableOfContents({ headings, form }: TableOfContentsProps) {
  if (headings.length === 0) return null;
  if (form === 'folded') {
    return (
      <details className="no-print mb-8 max-w-(--container-prose) rounded-md border border-line bg-sunken lg:hidden">
        <summary className="min-h-11 cursor-pointer px-5 py-3 font-semibold">
          In this article
        </summary>
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

function FollowingList({ headings }: { headings: readonly ContentsEntry[] }) {
  return <ContentsList headings={headings} current={useCurrentHeading(headings)} />;
}

type ContentsListProps = {
  readonly headings: readonly ContentsEntry[];
  readonly current?: string | undefined;
};

function ContentsList({ headings, current }: ContentsListProps) {
  return (
    <ol className="mt-2">
      {headings.map(({ id, html }) => (
        <li key={id} className="flex flex-col">
          <a
            href={`#${id}`}
            aria-current={id === current ? 'location' : undefined}
            className="target border-s-2 border-line py-1.5 ps-3 no-underline hover:text-accent aria-[current]:border-s-4 aria-[current]:border-accent aria-[current]:ps-2.5 aria-[current]:text-accent"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: part of the sanitised text
            dangerouslySetInnerHTML={{ __html: html }}
          />
        </li>
      ))}
    </ol>
  );
}

/** The upper third of the window and everything above it, because a jump skips headings. */
const READ_ZONE = '1000000px 0px -65% 0px';

/** Id of the last heading that the reader has reached. */
function useCurrentHeading(headings: readonly ContentsEntry[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const reached = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) reached.add(target.id);
          else reached.delete(target.id);
        }
        setCurrent(headings.findLast(({ id }) => reached.has(id))?.id);
      },
      { rootMargin: READ_ZONE },
    );
    for (const { id } of headings) {
      const element = document.getElementById(id);
      if (element !== null) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [headings]);
  return current;
}

export type ContentsEntry = {
  readonly id: string;
  /** Sanitised HTML without links. */
  readonly html: string;
};

const TOP_HEADING = /<h2 id="([^"]+)">(.*?)<\/h2>/g;
/** Shorter texts have no table of contents. */
const HEADINGS_MIN = 4;

/** Returns the headings in the HTML of the content compiler; none for a short text. */
export function listContents(html: string): readonly ContentsEntry[] {
  const headings = Array.from(html.matchAll(TOP_HEADING), ([, id = '', label = '']) => ({
    id,
    html: label.replace(/<\/?a\b[^>]*>/g, ''),
  }));
  return headings.length < HEADINGS_MIN ? [] : headings;
}
