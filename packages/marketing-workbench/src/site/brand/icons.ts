const DRAWN_ICON = /^(?:Bi|Si|Md)[A-Z0-9][A-Za-z0-9]*$/;

/** Returns the class of a category that has a picture of its own in the place of an icon. */
export function formatPictureClass(category: string): string {
  return `picture-${category}`;
}

/**
 * Returns whether the theme of the site draws an icon of this name. Another name is an icon class.
 */
export function isDrawnIcon(name: string): boolean {
  return DRAWN_ICON.test(name);
}
