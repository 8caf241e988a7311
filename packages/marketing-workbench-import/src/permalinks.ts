/**
 * This file fills the patterns from which other programs make addresses, such as `/:year/:slug/`.
 */

/** The syntax of a program's patterns. A filled pattern that `unknown` matches is no address. */
type PatternSyntax = { readonly part: RegExp; readonly unknown?: RegExp };

/** Hugo and Jekyll: `:year`, `:sections[1:]`. */
export const COLON_PARTS: PatternSyntax = { part: /:([a-z_]+(?:\[[^\]]*\])?)/gi };
/** Ghost: `{slug}`. */
export const BRACED_PARTS: PatternSyntax = { part: /\{(\w+)\}/g, unknown: /[{}]/ };
/** Eleventy: `{{ page.date | date: '%Y' }}`, without tags such as `{% if %}`. */
export const LIQUID_PARTS: PatternSyntax = { part: /\{\{-?([^{}]{1,220}?)-?\}\}/g, unknown: /\{%/ };

/** Returns the path that a pattern means, or undefined if one of its parts has no value. */
export function fillPermalink(
  pattern: string,
  { part, unknown }: PatternSyntax,
  findPart: (name: string) => string | undefined,
): string | undefined {
  let isComplete = true;
  const filled = pattern.replace(part, (_, name: string) => {
    const value = findPart(name);
    if (value === undefined) isComplete = false;
    return value ?? '';
  });
  return isComplete && unknown?.test(filled) !== true ? joinPath(filled) : undefined;
}

export function joinPath(...parts: readonly string[]): string {
  return `/${parts.join('/')}`.replace(/\/{2,}/g, '/');
}
