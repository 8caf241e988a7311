import type { ReactNode } from 'react';

type EmptyListProps = {
  readonly title: string;
  readonly text: string;
  /** Ways onward. */
  readonly children?: ReactNode;
};

/** What stands in a list's place where there is nothing to list. */
export function EmptyList({ title, text, children }: EmptyListProps) {
  return (
    <div className="rounded-md border border-line bg-panel px-6 py-12 text-center">
      <h2 className="text-xl">{title}</h2>
      <p className="mt-3 text-balance text-soft">{text}</p>
      <div className="mt-6">{children}</div>
    </div>
  );
}
