import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { type ArchiveFile, readStart } from '../archive.ts';

/** The values of an element by the names of its children, without namespaces' addresses: `wp:post_id`. */
export type WxrElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly WxrElement[];
  readonly text: string;
};

type OpenElement = { name: string; attributes: Record<string, string>; children: WxrElement[]; text: string };

/** Elements that are given whole; everything else in a channel is a short value. */
const CHANNEL_DEPTH = 2;

/** A post without its body is far smaller; more than this is not a text. */
const TEXT_MAX = 20_000_000;

/**
 * Reads an export of WordPress (WXR), one element of its channel at a time, however large the file is. XML that is not well
 * formed or ends too early is reported, and what can be read is given.
 */
export async function* readWxr(
  file: ArchiveFile,
  report: (problem: string) => void,
): AsyncGenerator<WxrElement> {
  const parser = new SaxesParser();
  const stack: OpenElement[] = [];
  let ready: WxrElement[] = [];
  let isBroken = false;
  parser.on('error', ({ message }) => {
    if (!isBroken)
      report(`${file.path} is not well-formed XML: ${message}; what can be read of it is imported`);
    isBroken = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    stack.push({ name, attributes: { ...attributes }, children: [], text: '' });
  });
  const addText = (text: string) => {
    const element = stack.at(-1);
    if (element !== undefined && element.text.length + text.length <= TEXT_MAX) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = stack.pop();
    if (element === undefined) return;
    if (stack.length === CHANNEL_DEPTH) ready.push(element);
    else if (stack.length > CHANNEL_DEPTH) stack.at(-1)?.children.push(element);
  });
  const decoder = new TextDecoder();
  for await (const chunk of await openXml(file)) {
    parser.write(removeControls(decoder.decode(chunk, { stream: true })));
    yield* ready;
    ready = [];
  }
  if (stack.length > 0) report(`${file.path} ends in the middle of ${describeOpen(stack)}; export it again`);
}

/** Control characters that XML forbids but exports contain. */
function removeControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '');
}

async function openXml(file: ArchiveFile): Promise<AsyncIterable<Uint8Array>> {
  const [start, stream] = [await readStart(file, 2), await file.open()];
  return start[0] === 0x1f && start[1] === 0x8b ? stream.pipe(createGunzip()) : stream;
}

function describeOpen(stack: readonly OpenElement[]): string {
  const item = stack.find(({ name }) => name === 'item');
  const title = item?.children.find(({ name }) => name === 'title')?.text;
  return title === undefined ? `<${stack.at(-1)?.name}>` : `the text “${title}”`;
}

/** The text of the first child of this name; empty without one. */
export function readValue({ children }: WxrElement, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? '';
}
