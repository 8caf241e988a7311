import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { IMAGE_TYPES } from 'marketing-workbench/content/sort-files';
import { decodePercent } from 'marketing-workbench/site/addresses';
import { DOWNLOAD_TYPES } from 'marketing-workbench/site/downloads';
import pLimit, { type LimitFunction } from 'p-limit';
import type { ImportSource, SourceFile } from '../source.ts';
import { createFetcher, FetchError, type FetchedFile } from './fetch-file.ts';
import type { Network } from './public-network.ts';

/**
 * Opens a folder of pictures and downloads that texts use but no upload contains. They are fetched
 * from their addresses and kept in the folder, so that each is fetched once.
 */
export function openFetchedFiles(folder: string) {
  const cache = openFetchCache(folder);
  const wanted = new Set<string>();
  const find = (address: string | undefined) =>
    address === undefined ? undefined : listCandidates(address).map(cache.find).find(Boolean);
  return {
    /** Returns the source with a `findFile` that also finds fetched files. */
    addTo: (source: ImportSource): ImportSource => {
      const resolve = createResolver(source);
      return {
        ...source,
        findFile: (src, textId) => source.findFile(src, textId) ?? find(resolve(src, textId)),
      };
    },
    /**
     * Returns the source with a `findFile` that finds nothing but remembers the files that are
     * missing, for `fetchMissing`.
     */
    collectFrom: (source: ImportSource): ImportSource => {
      const resolve = createResolver(source);
      const collect = (src: string, textId: string) => {
        const address = resolve(src, textId);
        if (address === undefined || !isFetchable(address) || source.findFile(src, textId))
          return undefined;
        if (find(address) === undefined) wanted.add(address);
        return undefined;
      };
      return { ...source, findFile: collect };
    },
    countMissing: () => wanted.size,
    /** Fetches the missing files, and returns messages for the owner about those that failed. */
    fetchMissing: async (
      network: Network,
      onFile: (done: number) => void,
    ): Promise<readonly string[]> => {
      mkdirSync(folder, { recursive: true });
      return fetchAll([...wanted], network, { save: cache.save, onFile });
    },
  };
}

function openFetchCache(folder: string) {
  const names = new Map(listFetchedNames(folder).map((name) => [path.parse(name).name, name]));
  return {
    find: (address: string): SourceFile | undefined => {
      const name = names.get(hashAddress(address));
      if (name === undefined) return undefined;
      const read = () => readFile(path.join(folder, name));
      return { id: address, name: `${readStem(address)}${path.extname(name)}`, read };
    },
    save: (address: string, { bytes, mediaType }: FetchedFile): void => {
      const opening = bytes.subarray(0, 200).toString('latin1').trimStart();
      if (/^<(?:!doctype )?html/i.test(opening)) throw new FetchError('is a web page');
      const key = hashAddress(address);
      const name = `${key}${findExtension(address, mediaType)}`;
      const place = path.join(folder, name);
      writeFileSync(`${place}.part`, bytes);
      renameSync(`${place}.part`, place);
      names.set(key, name);
    },
  };
}

function listFetchedNames(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.part')) : [];
}

function hashAddress(address: string): string {
  return createHash('sha256').update(address).digest('hex').slice(0, 32);
}

function readStem(address: string): string {
  const { name } = path.posix.parse(URL.parse(address)?.pathname ?? '');
  return decodePercent(name) || 'file';
}

/** Returns a function that resolves addresses as a browser would in a text on the old site. */
function createResolver({ site, outlines }: ImportSource) {
  const permalinks = new Map(outlines.map(({ id, addresses }) => [id, addresses[0]]));
  const [origin] = site.origins;
  return (src: string, textId: string): string | undefined => {
    const base = URL.parse(permalinks.get(textId) ?? '/', origin);
    const url = URL.parse(src.trim(), base?.href);
    if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
    url.hash = '';
    return url.href;
  };
}

/** Lists the addresses to try. WordPress keeps the original of `photo-300x200.jpg` beside it. */
function listCandidates(address: string): readonly string[] {
  const original = address.replace(/(\/uploads\/[^?]*)-\d+x\d+(?=\.\w+$)/, '$1');
  return [...new Set([original, address])];
}

const EXTENSIONS: ReadonlyMap<string, string> = new Map(
  [...DOWNLOAD_TYPES, ...IMAGE_TYPES].map(([extension, type]) => [
    type.split(';')[0] ?? '',
    extension,
  ]),
);

/**
 * Returns true for a known extension, and for an address without one, whose media type may be that
 * of a picture.
 */
function isFetchable(address: string): boolean {
  const extension = readAddressExtension(address);
  return !/^\.[a-z][a-z0-9]{1,4}$/.test(extension) || isKnownExtension(extension);
}

function isKnownExtension(extension: string): boolean {
  return IMAGE_TYPES.has(extension) || DOWNLOAD_TYPES.has(extension);
}

function readAddressExtension(address: string): string {
  return path.posix.extname(URL.parse(address)?.pathname ?? '').toLowerCase();
}

/**
 * Finds the extension of a file. Throws for a file that is neither a picture nor a download, before
 * it is read.
 */
function findExtension(address: string, mediaType: string): string {
  const named = readAddressExtension(address);
  const extension = EXTENSIONS.get(mediaType) ?? (isKnownExtension(named) ? named : undefined);
  if (mediaType === 'text/html') throw new FetchError('is a web page');
  if (extension === undefined)
    throw new FetchError(
      `has the type ${mediaType || 'unknown'}, which is neither a picture nor a download`,
    );
  return extension;
}

type FetchHandlers = {
  readonly save: (address: string, file: FetchedFile) => void;
  readonly onFile: (done: number) => void;
};

async function fetchAll(
  addresses: readonly string[],
  network: Network,
  { save, onFile }: FetchHandlers,
) {
  const fetcher = createFetcher(network);
  const limit = limitHosts();
  const failed = new Map<string, string>();
  let done = 0;
  const fetchFirst = async ([address = '', ...others]: readonly string[]): Promise<void> => {
    try {
      save(
        address,
        await limit(address, () =>
          fetcher.fetchFile(address, (type) => findExtension(address, type)),
        ),
      );
    } catch (error) {
      if (!(error instanceof FetchError)) throw error;
      if (others.length > 0 && !error.isHostDown) return fetchFirst(others);
      failed.set(address, `${address} ${error.message}; it was not fetched`);
    }
  };
  const fetchOne = async (address: string) => {
    await fetchFirst(listCandidates(address));
    done += 1;
    onFile(done);
  };
  try {
    await Promise.all(addresses.map(fetchOne));
  } finally {
    fetcher.close();
  }
  return [...failed.values()].toSorted();
}

const AT_ONCE_MAX = 4;
const AT_ONCE_PER_HOST_MAX = 2;
/** After this many failures a host gets no more requests, each of which would cost a timeout. */
const HOST_FAILURES_MAX = 3;

/**
 * Returns a function that runs few requests at once, and none to a host that has failed several
 * times in a row.
 */
function limitHosts() {
  const all = pLimit(AT_ONCE_MAX);
  const hosts = new Map<string, { readonly limit: LimitFunction; failures: number }>();
  return async <Result>(address: string, request: () => Promise<Result>): Promise<Result> => {
    const name = URL.parse(address)?.host ?? '';
    const host = hosts.get(name) ?? { limit: pLimit(AT_ONCE_PER_HOST_MAX), failures: 0 };
    hosts.set(name, host);
    const run = async () => {
      if (host.failures >= HOST_FAILURES_MAX)
        throw new FetchError('is on a host that failed for other files', true);
      try {
        const result = await request();
        host.failures = 0;
        return result;
      } catch (error) {
        host.failures = error instanceof FetchError && error.isHostDown ? host.failures + 1 : 0;
        throw error;
      }
    };
    return host.limit(() => all(run));
  };
}
