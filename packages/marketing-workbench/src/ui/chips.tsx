type Chip = { readonly label: string; readonly href: string; readonly isCurrent: boolean };

/** Links that filter a list. */
export function Chips({ label, chips }: { label: string; chips: readonly Chip[] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {chips.map((chip) => (
          <li key={chip.href}>
            <a
              href={chip.href}
              aria-current={chip.isCurrent ? 'page' : undefined}
              className={`inline-flex min-h-11 items-center rounded-full border px-4 text-sm no-underline ${chip.isCurrent ? 'border-accent bg-accent font-semibold text-on-accent' : 'border-line bg-panel text-ink hover:border-edge'}`}
            >
              {chip.label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
