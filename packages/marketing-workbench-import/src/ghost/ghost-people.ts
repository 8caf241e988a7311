import { formatProfile, SOCIAL_NETWORKS } from 'marketing-workbench/site/social-profiles';
import type { SourceAuthor } from '../source.ts';
import { type GhostRow, readGhostText } from './ghost-data.ts';

/** Reads the authors without their email addresses and other private data. */
export function readGhostAuthors(users: readonly GhostRow[]): readonly SourceAuthor[] {
  return users.map((user) => {
    const about = readGhostText(user, 'bio');
    const picture = readGhostText(user, 'profile_image') || readGhostText(user, 'image');
    const name = readGhostText(user, 'name') || readGhostText(user, 'slug');
    return {
      id: readGhostText(user, 'id'),
      name: name.includes('@') ? readGhostText(user, 'slug') || 'Author' : name,
      ...(about !== '' && { about }),
      ...(picture !== '' && { picture }),
      links: listProfileLinks(user),
    };
  });
}

function listProfileLinks(user: GhostRow): readonly string[] {
  const profiles = SOCIAL_NETWORKS.flatMap((network) => {
    const name = readGhostText(user, network);
    if (name === '') return [];
    return /^https?:/.test(name) ? [name] : [formatProfile(network, name)];
  });
  const links = [readGhostText(user, 'website'), ...profiles].map((link) =>
    link.replace(/^http:/, 'https:'),
  );
  return [...new Set(links)].filter(
    (link) => /^https:\/\/[^\s/.]+\.\S+$/.test(link) && URL.canParse(link),
  );
}
