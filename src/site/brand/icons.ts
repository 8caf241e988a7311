const DRAWN_ICON = /^(?:Bi|Si|Md)[A-Z0-9][A-Za-z0-9]*$/;

/** Whether an icon has the name of one that the theme of the site draws. Another name is an icon class. */
export function isDrawnIcon(name: string): boolean {
  return DRAWN_ICON.test(name);
}
