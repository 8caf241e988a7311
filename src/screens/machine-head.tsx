import { type FeedFormat, files, pages } from '../site/addresses.ts';
import { CARD_CUTS, createPageCard, formatCardAddress, formatCardText } from '../site/cards.ts';
import { SITE } from '../site/site-info.ts';
import { formatPageDescription, formatPageLabel } from '../site/texts.ts';
import type { PageHeadProps } from './page-head.tsx';
import { createPageGraph, type Posting } from './structured-data.ts';

type MachineHeadProps = PageHeadProps & { readonly origin: string };

/** The part of a page's head that crawlers, feed readers and social networks read. No browser is sent the code for it. */
export function MachineHead(props: MachineHeadProps) {
  const { title, page = 1, description, canonical, origin } = props;
  return (
    <>
      <SocialCard
        {...props}
        title={formatPageLabel(title, page)}
        description={formatPageDescription(description, page)}
      />
      <FeedLinks origin={origin} name={SITE.name} path={pages.home()} />
      {props.feeds !== undefined && <FeedLinks origin={origin} {...props.feeds} />}
      {props.hasMarkdown && canonical !== undefined && (
        <link rel="alternate" type="text/markdown" href={`${origin}${files.markdown(canonical)}`} />
      )}
      {canonical !== undefined && !props.isHidden && <StructuredDataBlock {...props} canonical={canonical} />}
    </>
  );
}

/** Open Graph and its like. The name of the site has a place of its own there, and stands in no title. */
function SocialCard({ origin, ...props }: MachineHeadProps) {
  const { title, description, canonical, card = createPageCard('home'), type = 'website', posting } = props;
  const { width, height } = CARD_CUTS.wide;
  const image = `${origin}${formatCardAddress(card, 'wide')}`;
  return (
    <>
      {canonical !== undefined && <meta property="og:url" content={`${origin}${canonical}`} />}
      <meta property="og:site_name" content={SITE.name} />
      <meta property="og:locale" content="en_US" />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content={`${width}`} />
      <meta property="og:image:height" content={`${height}`} />
      <meta property="og:image:alt" content={formatCardText(card)} />
      {posting !== undefined && <PostingFacts posting={posting} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:site" content={SITE.social.twitter.replace(/^.*\//, '@')} />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={image} />
      <meta name="twitter:image:alt" content={formatCardText(card)} />
    </>
  );
}

function PostingFacts({ posting }: { posting: Posting }) {
  const { publishedAt, updatedAt = publishedAt, section } = posting;
  return (
    <>
      {publishedAt !== undefined && <meta property="article:published_time" content={publishedAt} />}
      {updatedAt !== undefined && <meta property="article:modified_time" content={updatedAt} />}
      {section !== undefined && <meta property="article:section" content={section} />}
      <meta property="article:publisher" content={SITE.social.facebook} />
    </>
  );
}

const FEEDS: readonly { readonly format: FeedFormat; readonly type: string; readonly label: string }[] = [
  { format: 'rss', type: 'application/rss+xml', label: 'RSS' },
  { format: 'atom', type: 'application/atom+xml', label: 'Atom' },
  { format: 'json', type: 'application/feed+json', label: 'JSON Feed' },
];

function FeedLinks({ origin, name, path }: { origin: string; name: string; path: string }) {
  return FEEDS.map(({ format, type, label }) => (
    <link
      key={format}
      rel="alternate"
      type={type}
      title={`${name} (${label})`}
      href={`${origin}${files.feed(format, path)}`}
    />
  ));
}

function StructuredDataBlock(props: MachineHeadProps & { readonly canonical: string }) {
  const { origin, canonical, card = createPageCard('home'), title, crumbs, posting, listing } = props;
  const graph = createPageGraph({
    origin,
    address: canonical,
    title,
    card,
    crumbs,
    posting,
    listing,
  });
  const json = JSON.stringify(graph).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON whose every "<" is escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
