/** A map that forgets what has not been used for longest when it would hold more bytes than it may. */
export type BoundedMap<Value> = {
  /** Counts as a use. */
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
  /** To be called where a value has grown. */
  readonly measure: (key: string) => void;
  /** The keys used since the last time one asked, those used first at the start. */
  readonly takeUsed: () => readonly string[];
  readonly clear: () => void;
};

type Options<Value> = {
  readonly maxBytes: number;
  readonly countBytes: (value: Value) => number;
};

type Slot<Value> = { value: Value; bytes: number; isUsed: boolean };

/** Slots in the order in which they will have to go, and what they take together. */
type Line<Value> = Options<Value> & { readonly slots: Map<string, Slot<Value>>; totalBytes: number };

/**
 * Whether a slot was used is one bit, which spares it the way to the end of the line until the line moves: the second
 * chance of the clock algorithm. A value that alone takes more than an eighth of the bytes is not kept.
 */
export function createBoundedMap<Value>(options: Options<Value>): BoundedMap<Value> {
  const line: Line<Value> = { ...options, slots: new Map(), totalBytes: 0 };
  const { slots } = line;
  return {
    get: (key) => {
      const slot = slots.get(key);
      if (slot === undefined) return undefined;
      slot.isUsed = true;
      return slot.value;
    },
    set: (key, value) => {
      removeSlot(line, key);
      slots.set(key, { value, bytes: 0, isUsed: true });
      measureSlot(line, key);
    },
    delete: (key) => removeSlot(line, key),
    measure: (key) => measureSlot(line, key),
    takeUsed: () => {
      const used: string[] = [];
      for (const [key, slot] of slots) {
        if (slot.isUsed) used.push(key);
        slot.isUsed = false;
      }
      return used;
    },
    clear: () => {
      slots.clear();
      line.totalBytes = 0;
    },
  };
}

function removeSlot<Value>(line: Line<Value>, key: string): void {
  line.totalBytes -= line.slots.get(key)?.bytes ?? 0;
  line.slots.delete(key);
}

function measureSlot<Value>(line: Line<Value>, key: string): void {
  const slot = line.slots.get(key);
  if (slot === undefined) return;
  const bytes = line.countBytes(slot.value);
  line.totalBytes += bytes - slot.bytes;
  slot.bytes = bytes;
  if (bytes > line.maxBytes / 8) removeSlot(line, key);
  while (line.totalBytes > line.maxBytes) moveOn(line);
}

/** The first of the line goes, or where it has been used, to its end. */
function moveOn<Value>(line: Line<Value>): void {
  for (const [key, slot] of line.slots) {
    line.slots.delete(key);
    if (slot.isUsed) line.slots.set(key, Object.assign(slot, { isUsed: false }));
    else line.totalBytes -= slot.bytes;
    return;
  }
}
