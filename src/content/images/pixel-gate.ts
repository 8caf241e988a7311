export type PixelGate = <Result>(pixels: number, work: () => Promise<Result>) => Promise<Result>;

/** Limits concurrent work by its number of pixels. A picture with more than `max` runs alone. */
export function createPixelGate(max: number): PixelGate {
  let underWay = 0;
  let waiting: (() => void)[] = [];
  return async (pixels, work) => {
    const weight = Math.min(pixels, max);
    while (underWay + weight > max) await new Promise<void>((resolve) => waiting.push(resolve));
    underWay += weight;
    try {
      return await work();
    } finally {
      underWay -= weight;
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    }
  };
}
