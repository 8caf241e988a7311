export type PixelGate = <Result>(pixels: number, work: () => Promise<Result>) => Promise<Result>;

/** Lets work begin while the pixels under way are at most so many; what is larger than that waits until it is alone. */
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
