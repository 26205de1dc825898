/** JSON whose shape is not known. */

/** Whether a value has named fields: neither null nor a list. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What reading a value of JSON by a schema comes to; null where that throws. A schema of a bounded text or
 * list compares whatever `length` a value has, also of one that is neither, and not everything can be
 * compared. What else is thrown is the program's own fault, and thrown on.
 */
export function unlessIncomparable<T>(value: unknown, read: (value: unknown) => T): T | null {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof TypeError && hasIncomparable(value)) return null;
    throw error;
  }
}

/** Whether a `length` in it can be no number. Without recursion: it may be as deep as it is long. */
function hasIncomparable(json: unknown): boolean {
  const waiting = [json];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (isFields(value) && !isComparable(value['length'])) return true;
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) waiting.push(inner);
  }
  return false;
}

function isComparable(value: unknown): boolean {
  try {
    Number(value);
    return true;
  } catch {
    return false;
  }
}
