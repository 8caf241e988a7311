import type { ArchiveFile } from '../archive.ts';
import { readXml } from '../read-xml.ts';
import type { SourceXmlElement } from '../xml-builder.ts';

/**
 * Only these elements of a comment are kept, which tell if readers saw it: a popular text has tens
 * of thousands of comments.
 */
const WANTED_OF_COMMENTS: ReadonlySet<string> = new Set(['wp:comment_approved', 'wp:comment_type']);

/**
 * Reads an export of WordPress (WXR), one element of its channel at a time, however large the file
 * is.
 */
export function readWxr(
  file: ArchiveFile,
  report: (problem: string) => void,
): AsyncIterable<SourceXmlElement> {
  const isWanted = (name: string, parent: string) =>
    parent !== 'wp:comment' || WANTED_OF_COMMENTS.has(name);
  return readXml(file, { isWanted, report });
}
