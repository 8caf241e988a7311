/** `What’s a “café” menu?` becomes `whats-a-cafe-menu`. Empty if nothing is left. */
export function createSlug(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
