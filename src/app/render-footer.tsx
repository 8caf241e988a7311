import { renderToStaticMarkup } from 'react-dom/server';
import { Footer, type FooterProps } from './frame/footer.tsx';

let last: { readonly props: FooterProps; readonly html: string } | undefined;

/** The footer as HTML, made once for all pages in a row that are given the very same lists. */
export function renderFooter(props: FooterProps): string {
  if (last === undefined || !isSame(last.props, props)) {
    last = { props, html: renderToStaticMarkup(<Footer {...props} />) };
  }
  return last.html;
}

function isSame(one: FooterProps, other: FooterProps): boolean {
  return (
    one.categories === other.categories &&
    one.subcategories === other.subcategories &&
    one.popular === other.popular &&
    one.year === other.year
  );
}
