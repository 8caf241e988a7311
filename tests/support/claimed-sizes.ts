/** Pictures of few bytes that claim to be large. */
import { crc32 } from 'node:zlib';

/**
 * Returns a GIF whose frames, and whose canvas unless that is given, are squares of that many
 * pixels a side.
 */
export function createMovingGif(side: number, frames: number, canvas = side): Uint8Array {
  const [size, outer] = [writeSize(side), writeSize(canvas)];
  const palette = [0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff];
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x4c, 1, 0];
  const body = Array.from({ length: frames }, () => frame).flat();
  return Buffer.concat([Buffer.from('GIF89a'), outer, Buffer.from([...palette, ...body, 0x3b])]);
}

function writeSize(side: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(side, 0);
  size.writeUInt16LE(side, 2);
  return size;
}

/** Returns a PNG that says it is a square of that many pixels a side, and holds next to nothing. */
export function claimSize(png: Uint8Array | undefined, side: number): Uint8Array {
  const bytes = Buffer.from(png ?? []);
  bytes.writeUInt32BE(side, 16);
  bytes.writeUInt32BE(side, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

/** Returns a PNG that says it is an animation of that many frames. */
export function claimFrames(png: Uint8Array, frames: number): Uint8Array {
  const chunk = Buffer.alloc(20);
  chunk.writeUInt32BE(8, 0);
  chunk.write('acTL', 4, 'latin1');
  chunk.writeUInt32BE(frames, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 16)), 16);
  const afterHeader = 33;
  return Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)]);
}

/** Returns an ICO with one PNG. */
export function createIcon(png: Uint8Array): Uint8Array {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
