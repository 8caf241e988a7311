const TAG = /<[a-z](?:[^>"]|"[^"]*")*>/gi;
const REFERENCE = / (href|src|srcset)="([^"]*)"/g;

export function makeAbsolute(html: string, url: string): string {
  const { origin } = new URL(url);
  const complete = (address: string) => {
    if (address.startsWith('#')) return `${url}${address}`;
    return address.startsWith('/') ? `${origin}${address}` : address;
  };
  return html.replace(TAG, (tag) =>
    tag.replace(REFERENCE, (_, name: string, value: string) => {
      const addresses = name === 'srcset' ? value.split(', ').map(complete).join(', ') : complete(value);
      return ` ${name}="${addresses}"`;
    }),
  );
}
