/** Longer texts than fit are encoded in two passes, as Node does it. */
const SCRATCH_BYTES = 2_000_000;
/** What one unit of a string takes in UTF-8 at most. */
const BYTES_PER_UNIT = 3;

const encoder = new TextEncoder();
let scratch: Uint8Array | undefined;

/**
 * A text in UTF-8. In one pass, where `Buffer.from` takes one to count and one to write: a page has mostly a character or two
 * that make V8 hold it in sixteen bits, whose passes are slow.
 */
export function encodeText(text: string): Buffer {
  if (text.length * BYTES_PER_UNIT > SCRATCH_BYTES) return Buffer.from(text);
  scratch ??= new Uint8Array(SCRATCH_BYTES);
  const { written } = encoder.encodeInto(text, scratch);
  return Buffer.from(scratch.subarray(0, written));
}
