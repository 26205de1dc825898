/** Reads a value at most once: several parts of the index read the same answers. What throws is read again. */
export function once<K extends object, T>(read: (value: K) => T): (value: K) => T {
  const known = new WeakMap<K, { read: T }>();
  return (value) => {
    const before = known.get(value);
    if (before) return before.read;
    const now = read(value);
    known.set(value, { read: now });
    return now;
  };
}
