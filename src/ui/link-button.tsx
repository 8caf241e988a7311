import type { ReactNode } from 'react';
import { joinClasses } from './class-names.ts';

type LinkButtonProps = {
  readonly href: string;
  readonly variant?: 'primary' | 'secondary';
  readonly children: ReactNode;
};

/** A link that looks like a button. */
export function LinkButton({ href, variant = 'primary', children }: LinkButtonProps) {
  return (
    <a
      href={href}
      className={joinClasses(
        // In forced colours a button is known by its border alone.
        'inline-flex min-h-11 items-center rounded-full border px-5 py-2 text-sm font-semibold no-underline',
        variant === 'primary' && 'border-accent bg-accent text-on-accent hover:bg-accent-strong',
        variant === 'secondary' && 'border-edge text-ink hover:bg-sunken',
      )}
    >
      {children}
    </a>
  );
}
