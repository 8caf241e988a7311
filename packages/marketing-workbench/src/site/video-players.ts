/** Hosts of videos, and where their players are. Neither player sets a cookie of an advertiser. */
export const PLAYER_ORIGINS = {
  YouTube: 'https://www.youtube-nocookie.com',
  Vimeo: 'https://player.vimeo.com',
} as const;

export type VideoHost = keyof typeof PLAYER_ORIGINS;

/** The address of a player; its group is the origin. */
export const PLAYER_ADDRESS = new RegExp(
  `^(${Object.values(PLAYER_ORIGINS).join('|').replaceAll('.', '\\.')})/`,
);
