import { type ComponentType, useEffect, useState } from 'react';

/** The first of these says that somebody is reading. */
const SIGNS_OF_A_READER = ['pointermove', 'touchstart', 'scroll', 'keydown'];

/**
 * A component that the first page goes without: its code is fetched at the first sign of a reader, while there still
 * is a network, or when it is needed. Undefined until it is there; where it can't be fetched the page goes on without
 * it, and the next need tries again.
 *
 * `need` counts the times that it was needed: 0 where it was not yet.
 */
export function useFetchedComponent<Props>(
  fetchComponent: () => Promise<ComponentType<Props>>,
  need: number,
): ComponentType<Props> | undefined {
  const [component, setComponent] = useState<ComponentType<Props>>();
  useEffect(() => {
    if (component !== undefined) return;
    const fetchNow = () => {
      fetchComponent().then(
        (fetched) => setComponent(() => fetched),
        () => undefined,
      );
    };
    if (need > 0) fetchNow();
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true, once: true };
    for (const sign of SIGNS_OF_A_READER) addEventListener(sign, fetchNow, options);
    return () => listening.abort();
  }, [component, fetchComponent, need]);
  return component;
}
