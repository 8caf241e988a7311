import type { ReactNode } from 'react';

// In forced colours the border is all that shows a button.
const BUTTON =
  'inline-flex min-h-11 items-center rounded-full border px-5 py-2 text-sm font-semibold no-underline';
const VARIANTS = {
  primary: 'border-accent bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border-edge text-ink hover:bg-sunken',
} as const;

type LinkButtonProps = {
  readonly href: string;
  readonly variant?: keyof typeof VARIANTS;
  readonly children: ReactNode;
};

export function LinkButton({ href, variant = 'primary', children }: LinkButtonProps) {
  return (
    <a href={href} className={`${BUTTON} ${VARIANTS[variant]}`}>
      {children}
    </a>
  );
}
