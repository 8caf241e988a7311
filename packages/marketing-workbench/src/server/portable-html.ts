/**
 * Matches a video as the compiler writes it; the groups are its address, its title and its caption.
 */
const VIDEO_FIGURE =
  /<figure class="video"><a href="([^"]*)".*?<span class="video-title">(.*?)<\/span><\/a><figcaption>(?:<span class="video-caption">(.*?)<\/span>)?.*?<\/figcaption><\/figure>/gs;
const START_TAG = /<[a-z](?:[^>"]|"[^"]*")*>/gi;
const ADDRESS_ATTRIBUTE = / (href|src|srcset)="([^"]*)"/g;

/**
 * Returns HTML for feeds and Markdown: with absolute addresses, and a plain link in place of a
 * player.
 */
export function makePortable(html: string, url: string): string {
  const { origin } = new URL(url);
  const complete = (address: string) => {
    if (address.startsWith('#')) return `${url}${address}`;
    return address.startsWith('/') ? `${origin}${address}` : address;
  };
  return html.replace(VIDEO_FIGURE, formatVideoLink).replace(START_TAG, (tag) =>
    tag.replace(ADDRESS_ATTRIBUTE, (_, name: string, value: string) => {
      const addresses =
        name === 'srcset' ? value.split(', ').map(complete).join(', ') : complete(value);
      return ` ${name}="${addresses}"`;
    }),
  );
}

function formatVideoLink(_: string, address: string, title: string, caption?: string): string {
  return `<p><a href="${address}">${title}</a></p>${caption === undefined ? '' : `<p>${caption}</p>`}`;
}
