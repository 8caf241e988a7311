import { describe, expect, it } from 'vitest';
import { parseCanonicalPath } from './canonical-path.ts';
import { CATEGORIES } from './categories.ts';
import { findLegacyPath, LEGACY_PATHS } from './legacy-paths.ts';

describe('LEGACY_PATHS', () => {
  it('are at least 24, each once, none differing from another in case only', () => {
    expect(LEGACY_PATHS.length).toBeGreaterThanOrEqual(24);
    expect(new Set(LEGACY_PATHS.map((path) => path.toLowerCase())).size).toBe(LEGACY_PATHS.length);
  });

  it('are not below any category', () => {
    const taken = CATEGORIES.map(({ slug }) => slug);
    expect(LEGACY_PATHS.filter((path) => taken.includes(path.split('/')[1] ?? ''))).toEqual([]);
  });

  it.each(LEGACY_PATHS)(
    'match %s exactly with or without one trailing slash, and no other spelling exactly',
    (path) => {
      expect(findLegacyPath(path)).toEqual({ path, isExact: true });
      expect(findLegacyPath(`${path}/`)).toEqual({ path, isExact: true });
      expect(findLegacyPath(path.toUpperCase())).toEqual({ path, isExact: false });
      expect(findLegacyPath(`${path}//`)).toEqual({ path, isExact: false });
    },
  );
});

describe('findLegacyPath', () => {
  it.each([
    ['/2011/10/adwords-express-setup.html'],
    ['/2011/10/AdWords-Express-Setup.HTML/'],
    ['//2011//10/AdWords-Express-Setup.html'],
    ['/2011/10/AdWords%2DExpress-Setup.html'],
  ])('finds the exact legacy path of %s', (pathname) => {
    expect(findLegacyPath(pathname)).toEqual({ path: '/2011/10/AdWords-Express-Setup.html', isExact: false });
  });

  it('agrees with the canonical path, so that no spelling is redirected twice', () => {
    const spellings = LEGACY_PATHS.map((path) => parseCanonicalPath(path) ?? '');
    expect(spellings.map((spelling) => findLegacyPath(spelling)?.path)).toEqual(LEGACY_PATHS);
  });

  it.each([
    ['/'],
    [''],
    ['/2011/10'],
    ['/2011/10/AdWords-Express-Setup'],
    ['/2011/10/AdWords-Express-Setup.html/more'],
    ['/2011%2F10/AdWords-Express-Setup.html'],
    ['/%'],
    ['/seo'],
  ])('finds none at %j', (pathname) => {
    expect(findLegacyPath(pathname)).toBeUndefined();
  });
});
