/** A file of the repository: its path from the root, with "/", and its text (empty for a picture). */
export type SourceFile = { readonly path: string; readonly text: string };

/** What a check has to say of a file; a line where it stands in one. */
export type Finding = { readonly path: string; readonly line?: number; readonly message: string };

const CODE = /^(?:(?:src|checks|scripts|tests|bench)\/.*|[^/]+)\.(?:ts|tsx|mjs)$/;

/** TypeScript and scripts of our own; fixtures and declarations without code are not. */
export function isCode({ path }: SourceFile): boolean {
  return CODE.test(path) && !path.startsWith('tests/fixtures/') && !path.endsWith('.d.ts');
}

export function isTest({ path }: SourceFile): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith('tests/');
}

/** The part of the architecture that a file of `src/` belongs to: its folder, `config`, `routes` or `entry`. */
export function findLayer(path: string): string | undefined {
  const [top, second = '', third] = path.split('/');
  if (top !== 'src') return undefined;
  if (third !== undefined) return second;
  const name = second.replace(/\..*$/, '');
  return name === 'config' || name === 'routes' ? name : 'entry';
}
