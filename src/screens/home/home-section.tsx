import type { ReactNode } from 'react';

type HomeSectionProps = {
  readonly id: string;
  readonly title: string;
  /** A link that stands beside the title. */
  readonly more?: { readonly label: string; readonly href: string };
  readonly children: ReactNode;
};

/** A titled part of the home page that an anchor leads to. */
export function HomeSection({ id, title, more, children }: HomeSectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="page-width pt-14">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-4">
        <h2 id={`${id}-title`} className="text-2xl">
          {title}
        </h2>
        {more !== undefined && (
          <a
            href={more.href}
            className="target py-2 font-semibold text-accent underline underline-offset-4"
            aria-label={`${more.label}: ${title}`}
          >
            {more.label}
          </a>
        )}
      </div>
      {children}
    </section>
  );
}
