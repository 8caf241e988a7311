import { characterEntities } from 'character-entities';
import { SaxesParser } from 'saxes';
import type { ArchiveFile } from './archive.ts';
import { XmlLimiter } from './limit-xml.ts';
import { decodeFile } from './read-text.ts';
import { type SourceXmlElement, XmlBuilder, type XmlOptions } from './xml-builder.ts';

/**
 * Reads RSS, WXR, Atom or RDF, one item at a time, however large the file is. The elements around
 * the items are yielded when they open, without children. XML that is not well formed or ends too
 * early is reported, and what can be read is yielded.
 */
export async function* readXml(
  file: ArchiveFile,
  options: XmlOptions,
): AsyncGenerator<SourceXmlElement> {
  const { report } = options;
  const builder = new XmlBuilder(file.path, options);
  const parser = new SaxesParser();
  parser.ENTITIES = Object.assign(Object.create(null), characterEntities);
  let isBroken = false;
  parser.on('error', ({ message }) => {
    if (!isBroken)
      report(`${file.path} is not well-formed XML: ${message}; what can be read of it is imported`);
    isBroken = true;
  });
  parser.on('opentag', ({ name, attributes }) => builder.open(name, attributes));
  parser.on('text', (text) => builder.addText(text));
  parser.on('cdata', (text) => builder.addText(text));
  parser.on('closetag', () => builder.close());
  const limiter = new XmlLimiter();
  for await (const text of decodeFile(file, report)) {
    parser.write(limiter.write(removeControls(text)));
    yield* builder.takeReady();
    if (builder.isTooDeep) return;
    if (limiter.isBroken) break;
  }
  if (limiter.isBroken)
    report(`${file.path} has a tag without an end; the rest of it was not read`);
  else parser.write(limiter.end());
  yield* builder.takeReady();
  const open = builder.describeOpen();
  if (open !== undefined) report(`${file.path} ends in the middle of ${open}; export it again`);
}

/** Removes control characters that XML forbids but exports contain. */
function removeControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
}

/** This is longer than a line or some sentences. */
const VALUE_LENGTH_MAX = 10_000;

/**
 * Returns the beginning of the text of the first child of this name, or an empty text if there is
 * none.
 */
export function readChildValue(item: SourceXmlElement, name: string): string {
  const value = readChildText(item, name);
  // A part of a string would keep the whole one in memory.
  return value.length <= VALUE_LENGTH_MAX
    ? value
    : Buffer.from(value.slice(0, VALUE_LENGTH_MAX)).toString();
}

/**
 * Returns the whole text of the first child of this name, which may have several megabytes, or an
 * empty text if there is none.
 */
export function readChildText({ children }: SourceXmlElement, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? '';
}

/** Returns true if the rest of the text of a child with one of the names was left out. */
export function hasCutChild({ children }: SourceXmlElement, ...names: readonly string[]): boolean {
  return children.some((child) => names.includes(child.name) && child.isCut === true);
}
