import type { PaginationStep } from '../site/pagination.ts';

type PaginationProps = {
  readonly page: number;
  readonly pageCount: number;
  readonly steps: readonly PaginationStep[];
  readonly formatAddress: (page: number) => string;
};

const STEP =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-sm border px-3 text-sm';

export function Pagination({ page, pageCount, steps, formatAddress }: PaginationProps) {
  if (pageCount <= 1) return null;
  return (
    <nav aria-label="Pagination" className="mt-10">
      <ul className="flex flex-wrap items-center justify-center gap-2">
        <li>
          <Neighbour
            label="Previous"
            rel="prev"
            href={page > 1 ? formatAddress(page - 1) : undefined}
          />
        </li>
        {steps.map((step) =>
          step.kind === 'gap' ? (
            <li key={`gap-${step.after}`} className="px-1 text-soft">
              <span aria-hidden="true">…</span>
              <span className="sr-only">pages left out</span>
            </li>
          ) : (
            <li key={step.page}>
              <NumberedPage
                page={step.page}
                isCurrent={step.page === page}
                href={formatAddress(step.page)}
              />
            </li>
          ),
        )}
        <li>
          <Neighbour
            label="Next"
            rel="next"
            href={page < pageCount ? formatAddress(page + 1) : undefined}
          />
        </li>
      </ul>
    </nav>
  );
}

function NumberedPage({
  page,
  isCurrent,
  href,
}: {
  page: number;
  isCurrent: boolean;
  href: string;
}) {
  return (
    <a
      href={href}
      aria-label={`Page ${page}`}
      aria-current={isCurrent ? 'page' : undefined}
      className={`${STEP} no-underline ${isCurrent ? 'border-accent bg-accent font-semibold text-on-accent' : 'border-line bg-panel hover:border-edge'}`}
    >
      {page}
    </a>
  );
}

type NeighbourProps = {
  readonly label: string;
  readonly rel: string;
  readonly href: string | undefined;
};

function Neighbour({ label, rel, href }: NeighbourProps) {
  if (href === undefined) {
    return (
      // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a link without an address is how a disabled link is marked up
      <span role="link" aria-disabled="true" className={`${STEP} border-line text-soft`}>
        {label}
      </span>
    );
  }
  return (
    <a
      href={href}
      rel={rel}
      className={`${STEP} border-line bg-panel no-underline hover:border-edge`}
    >
      {label}
    </a>
  );
}
