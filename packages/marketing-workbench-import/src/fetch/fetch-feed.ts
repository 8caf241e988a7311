import { Readable } from 'node:stream';
import type { Archive, ArchiveFile } from '../archive.ts';
import { ImportError } from '../import-error.ts';
import { createFetcher, FetchError } from './fetch-file.ts';
import type { Network } from './public-network.ts';

const PAGES_MAX = 500;
const BYTES_MAX = 300_000_000;

/** Fetches a feed and its further pages with older texts, if it links to them. */
export async function fetchFeed(address: string, network: Network): Promise<Archive> {
  const fetcher = createFetcher(network);
  const files = new Map<string, ArchiveFile>();
  let [size, next] = [0, resolveFeedAddress(address)];
  try {
    while (next !== undefined && !files.has(next) && files.size < PAGES_MAX && size < BYTES_MAX) {
      const { bytes } = await fetcher.fetchFile(next, () => undefined);
      files.set(next, createFeedFile(`feed-${files.size + 1}.xml`, bytes));
      size += bytes.length;
      next = findNextPage(next, bytes.toString('utf8'), files.size);
    }
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    if (files.size === 0) throw new ImportError(`${address} ${error.message}; it was not fetched.`);
  } finally {
    fetcher.close();
  }
  return { place: address, files: [...files.values()], problems: [] };
}

function resolveFeedAddress(address: string, base?: string): string | undefined {
  return URL.parse(address.replaceAll('&amp;', '&'), base)?.href;
}

function createFeedFile(path: string, bytes: Buffer): ArchiveFile {
  return {
    path,
    size: bytes.length,
    open: async () => Readable.from([bytes]),
    read: async () => bytes,
  };
}

const NEXT_LINK = /<(?:\w+:)?link\b(?=[^<>]*\srel=["']next["'])[^<>]*\shref=["']([^"'<>]+)["']/;
const ITEM = /<item[\s>]/;

/**
 * Finds the address of the next page. WordPress does not link to the further pages of its feeds; a
 * page after the last one is not found.
 */
function findNextPage(address: string, text: string, pages: number): string | undefined {
  const link = NEXT_LINK.exec(text)?.[1];
  if (link !== undefined) return resolveFeedAddress(link, address);
  const isWordPress = /<generator>https?:\/\/wordpress\.(?:org|com)/.test(text) && ITEM.test(text);
  const url = isWordPress ? URL.parse(address) : null;
  url?.searchParams.set('paged', String(pages + 1));
  return url?.href;
}
