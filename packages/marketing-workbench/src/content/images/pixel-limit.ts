/** `sharp` works on its own threads; more at once only takes memory. */
export const IMAGES_AT_ONCE = 4;
/**
 * Some files (AVIF, progressive JPEG) can only be decoded whole, which takes three to six bytes a
 * pixel.
 */
export const PIXELS_AT_ONCE = 30_000_000;

/**
 * Creates a function that runs work whose pictures together have at most `max` pixels. A picture
 * with more pixels runs alone.
 */
export function createPixelLimit(max: number) {
  let running = 0;
  let waiting: (() => void)[] = [];
  return async <Result>(pixels: number, work: () => Promise<Result>): Promise<Result> => {
    const weight = Math.min(pixels, max);
    while (running + weight > max) await new Promise<void>((resolve) => waiting.push(resolve));
    running += weight;
    try {
      return await work();
    } finally {
      running -= weight;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    }
  };
}

/**
 * Returns whether `sharp` refused the file: it throws plain errors, while system errors have a code
 * and programming errors their own types.
 */
export function isImageError(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('code' in error);
}
