import { isDrawnIcon } from '../site/brand/icons.ts';

/** The theme of the site draws the icons of its set. The name of another icon is a class. */
export function CategoryIcon({ icon, className = '' }: { icon: string; className?: string }) {
  return (
    <i className={`${isDrawnIcon(icon) ? 'icon ' : ''}${icon} ${className}`} aria-hidden="true" />
  );
}
