import type { ReactNode } from 'react';
import { CoverArt } from './cover/cover-art.tsx';

export type ArticleCardProps = {
  readonly href: string;
  readonly title: string;
  readonly excerpt: string;
  /** The shelf it stands on. */
  readonly label: string;
  /** What its cover is drawn from. */
  readonly cover: { readonly category: string; readonly slug: string };
  /** Date, reading time and the like. */
  readonly meta: ReactNode;
};

/** An article in a grid. The title's link covers the whole card. */
export function ArticleCard({ href, title, excerpt, label, cover, meta }: ArticleCardProps) {
  return (
    <article
      data-category={cover.category}
      className="card group relative shadow-card transition-shadow duration-quick hover:shadow-raised"
    >
      <CoverArt {...cover} className="cover-place" />
      <div className="card-text">
        <p className="text-xs font-bold uppercase tracking-wider text-(--category)">{label}</p>
        <h3 className="card-title mt-2">
          <a href={href} className="no-underline after:absolute after:inset-0 group-hover:underline">
            {title}
          </a>
        </h3>
        <p className="mt-2 text-sm text-soft">{excerpt}</p>
        <p className="mt-auto flex flex-wrap gap-x-3 pt-4 text-xs text-soft">{meta}</p>
      </div>
    </article>
  );
}
