const PATHS = {
  search:
    'M10.5 4a6.5 6.5 0 1 0 4 11.6l5 5 1.4-1.4-5-5A6.5 6.5 0 0 0 10.5 4Zm0 2a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Z',
  menu: 'M3 6h18v2H3V6Zm0 5h18v2H3v-2Zm0 5h18v2H3v-2Z',
  close: 'm6.4 5 5.6 5.6L17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4 6.4 5Z',
} as const;

type IconButtonProps = {
  readonly label: string;
  readonly icon: keyof typeof PATHS;
  /** Id of what it opens. */
  readonly controls: string;
  readonly isOpen: boolean;
  readonly onClick: () => void;
};

/** A button that opens and closes a panel. */
export function IconButton({ label, icon, controls, isOpen, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      aria-controls={controls}
      onClick={onClick}
      className="inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken"
    >
      <svg viewBox="0 0 24 24" className="size-6 fill-current" aria-hidden="true" focusable="false">
        <path d={PATHS[icon]} />
      </svg>
    </button>
  );
}
