/** SVG paths of the built-in icons by name, on a canvas of 24 × 24 units. */
const ICONS: ReadonlyMap<string, string> = new Map([
  ['SiGoogle', 'M21.8 10.2H12v4h5.4a5.8 5.8 0 1 1-1.4-6.5l2.9-2.9A10 10 0 1 0 22 12c0-.6 0-1.2-.2-1.8z'],
  [
    'SiFacebook',
    'M12 2a10 10 0 0 0-1.7 19.85V14.9H7.8V12h2.5V9.8c0-2.5 1.5-3.9 3.8-3.9 1.1 0 2.2.2 2.2.2v2.4h-1.2c-1.3 0-1.6.8-1.6 1.6V12h2.7l-.4 2.9h-2.3v6.95A10 10 0 0 0 12 2z',
  ],
  ['MdEmail', 'M2 5h20v14H2zm2.2 2 7.8 5.6L19.8 7z'],
  [
    'BiSearch',
    'M10 3a7 7 0 1 0 4.2 12.6l5.1 5.1 1.4-1.4-5.1-5.1A7 7 0 0 0 10 3zm0 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10z',
  ],
]);

/** A built-in icon; any other name is an icon class. */
export function CategoryIcon({ icon, className = '' }: { icon: string; className?: string }) {
  const path = ICONS.get(icon);
  if (path === undefined) return <i className={`${icon} ${className}`} aria-hidden="true" />;
  return (
    <svg viewBox="0 0 24 24" className={`fill-current ${className}`} aria-hidden="true" focusable="false">
      <path d={path} fillRule="evenodd" />
    </svg>
  );
}
