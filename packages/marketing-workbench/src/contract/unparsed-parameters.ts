/**
 * Replaces `parameters.ts` in browsers, which build addresses: only the server parses them
 * (`vite.config.ts`).
 */
const unparsed = () => undefined;

export const [flag, id, idOrNone, optionalText, path, referrer, searchText, slug, text] =
  Array.from({ length: 9 }, () => unparsed);

export const wholeNumber = () => unparsed;
export const optional = () => unparsed;
