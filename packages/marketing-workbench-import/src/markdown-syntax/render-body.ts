import type { BodyContext } from './body-context.ts';
import { replaceDialects } from './dialects.ts';
import { replaceDirectives } from './directives.ts';
import { replaceHugoShortcodes } from './hugo-shortcodes.ts';
import { replaceLiquid } from './liquid-tags.ts';
import { replaceMdx } from './mdx.ts';

export type RenderedBody = { readonly text: string; readonly notes: readonly string[] };

/**
 * Writes what the old program adds to Markdown as plain Markdown. A text without such additions
 * stays as it is, byte for byte.
 */
export function renderBody(text: string, context: BodyContext): RenderedBody {
  try {
    return replaceSyntax(text, context);
  } catch (error) {
    // Blocks are nested more deeply than the call stack.
    if (!(error instanceof Error && error.name === 'RangeError')) throw error;
    return keepUnrendered(text, 'is nested too deeply');
  }
}

function keepUnrendered(text: string, reason: string): RenderedBody {
  return { text, notes: [`the text ${reason}, so its shortcodes and tags were not replaced`] };
}

function replaceSyntax(source: string, context: BodyContext): RenderedBody {
  const counts = new Map<string, number>();
  const note = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const { program } = context.config;
  let text = source;
  if (program === 'Hugo') text = replaceHugoShortcodes(text, context, note);
  const hasLiquid =
    program === 'Eleventy' || (program === 'Jekyll' && context.values.render_with_liquid !== false);
  if (hasLiquid) text = replaceLiquid(text, context, note);
  if (/\.mdx$/i.test(context.path) || (program === 'Docusaurus' && /\.md$/i.test(context.path)))
    text = replaceMdx(text, context, note);
  if (!/\.html?$/i.test(context.path)) {
    text = replaceDirectives(text);
    text = replaceDialects(text, context, note);
  }
  return {
    text,
    notes: [...counts].map(([what, count]) => (count > 1 ? `${what} (${count} times)` : what)),
  };
}
