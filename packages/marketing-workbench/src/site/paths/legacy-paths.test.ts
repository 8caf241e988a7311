import { describe, expect, it } from 'vitest';
import { SITE } from '../../../../../tests/support/default-site.ts';
import { findLegacyPath } from './legacy-paths.ts';

const PATH = '/2011/10/AdWords-Express-Setup.html';

describe('a legacy path', () => {
  it('matches exactly with or without one trailing slash, and no other spelling exactly', () => {
    expect(findLegacyPath(PATH, SITE)).toEqual({ path: PATH, isExact: true });
    expect(findLegacyPath(`${PATH}/`, SITE)).toEqual({ path: PATH, isExact: true });
    expect(findLegacyPath(PATH.toUpperCase(), SITE)).toEqual({ path: PATH, isExact: false });
    expect(findLegacyPath(`${PATH}//`, SITE)).toEqual({ path: PATH, isExact: false });
  });

  it.each([
    ['/2011/10/adwords-express-setup.html'],
    ['/2011/10/AdWords-Express-Setup.HTML/'],
    ['//2011//10/AdWords-Express-Setup.html'],
    ['/2011/10/AdWords%2DExpress-Setup.html'],
  ])('is matched by %s', (pathname) => {
    expect(findLegacyPath(pathname, SITE)).toEqual({ path: PATH, isExact: false });
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
  ])('is not matched by %j', (pathname) => {
    expect(findLegacyPath(pathname, SITE)).toBeUndefined();
  });
});
