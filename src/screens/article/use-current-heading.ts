import { useEffect, useState } from 'react';
import type { Heading } from './headings.ts';

/** The upper third of the window and all that lies above it, however far: a jump passes headings that are never seen. */
const READ_ZONE = '1000000px 0px -65% 0px';

/** Id of the last heading that the reader has come to; undefined above the first. */
export function useCurrentHeading(headings: readonly Heading[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const reached = new Set<string>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) reached.add(target.id);
          else reached.delete(target.id);
        }
        setCurrent(headings.findLast(({ id }) => reached.has(id))?.id);
      },
      { rootMargin: READ_ZONE },
    );
    for (const { id } of headings) {
      const element = document.getElementById(id);
      if (element !== null) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [headings]);
  return current;
}
