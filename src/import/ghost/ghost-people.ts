import { formatProfile, SOCIAL_NETWORKS } from '../../site/social-profiles.ts';
import type { SourceAuthor } from '../source.ts';
import { type Row, readText } from './ghost-data.ts';

/** Without their mail addresses and other private data. */
export function readAuthors(users: readonly Row[]): readonly SourceAuthor[] {
  return users.map((user) => {
    const about = readText(user, 'bio');
    const picture = readText(user, 'profile_image') || readText(user, 'image');
    const name = readText(user, 'name') || readText(user, 'slug');
    return {
      id: readText(user, 'id'),
      name: name.includes('@') ? readText(user, 'slug') || 'Author' : name,
      ...(about !== '' && { about }),
      ...(picture !== '' && { picture }),
      links: listLinks(user),
    };
  });
}

function listLinks(user: Row): readonly string[] {
  const profiles = SOCIAL_NETWORKS.flatMap((network) => {
    const name = readText(user, network);
    if (name === '') return [];
    return /^https?:/.test(name) ? [name] : [formatProfile(network, name)];
  });
  const links = [readText(user, 'website'), ...profiles].map((link) => link.replace(/^http:/, 'https:'));
  return [...new Set(links)].filter((link) => /^https:\/\/[^\s/.]+\.\S+$/.test(link) && URL.canParse(link));
}
