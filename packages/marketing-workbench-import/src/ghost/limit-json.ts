import { CUT_MARK, TEXT_LENGTH_MAX } from '../text-limit.ts';

const STOP = /["\\]/g;

/**
 * Shortens the strings of JSON to `TEXT_LENGTH_MAX` while it is read, since one of them may be
 * longer than the memory.
 */
export class JsonLimiter {
  #isString = false;
  #isEscaped = false;
  #length = 0;
  /** Number of strings that were cut. */
  cuts = 0;

  write(chunk: string): string {
    const parts: string[] = [];
    for (let at = 0; at < chunk.length; )
      at = this.#isString
        ? this.#takeString(chunk, at, parts)
        : this.#takeOutside(chunk, at, parts);
    return parts.join('');
  }

  #takeOutside(chunk: string, at: number, parts: string[]): number {
    const quote = chunk.indexOf('"', at);
    const end = quote === -1 ? chunk.length : quote + 1;
    parts.push(chunk.slice(at, end));
    this.#isString = quote !== -1;
    this.#length = 0;
    return end;
  }

  /** Reads the next plain part, escape or closing quote of a string, and returns where it ends. */
  #takeString(chunk: string, at: number, parts: string[]): number {
    if (this.#isEscaped) {
      this.#isEscaped = false;
      this.#push(chunk.slice(at, at + 1), parts);
      return at + 1;
    }
    STOP.lastIndex = at;
    const stop = STOP.exec(chunk)?.index ?? chunk.length;
    if (stop > at) {
      this.#pushPlain(chunk.slice(at, stop), parts);
      return stop;
    }
    if (chunk[at] === '\\') {
      this.#isEscaped = true;
      this.#push('\\', parts);
    } else {
      if (this.#isCut()) parts.push(CUT_MARK);
      parts.push('"');
      this.#isString = false;
    }
    return at + 1;
  }

  /**
   * Adds plain text. If it is cut, up to four hexadecimal digits at the cut stay, since they may
   * belong to an escape such as `\uABCD`.
   */
  #pushPlain(text: string, parts: string[]): void {
    const left = Math.max(0, TEXT_LENGTH_MAX - this.#length);
    if (text.length <= left || this.#isCut()) {
      this.#push(text, parts);
      return;
    }
    const [digits = ''] = /^[0-9a-f]{0,4}/i.exec(text.slice(left, left + 4)) ?? [];
    parts.push(text.slice(0, left) + digits);
    this.#cut();
  }

  /** Adds a part of a string, but begins no escape that does not fit. */
  #push(part: string, parts: string[]): void {
    if (this.#isCut()) return;
    if (part === '\\' && this.#length >= TEXT_LENGTH_MAX) {
      this.#cut();
      return;
    }
    parts.push(part);
    this.#length += part.length;
  }

  #isCut(): boolean {
    return this.#length === Number.POSITIVE_INFINITY;
  }

  #cut(): void {
    this.#length = Number.POSITIVE_INFINITY;
    this.cuts += 1;
  }
}
