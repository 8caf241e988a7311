/** In the place of `parameters.ts` in browsers, which build addresses: only the server parses them (`vite.config.ts`). */
const unparsed = () => undefined;

export const [id, path, searchText, slug, text] = Array.from({ length: 5 }, () => unparsed);

export const wholeNumber = () => unparsed;
