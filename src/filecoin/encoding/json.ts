/** JSON whose shape is not known. */

/** Whether a value has named fields: neither null nor a list. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What reading a value by a schema comes to; null where that throws. A schema of a bounded text or list
 * compares whatever `length` a value has, also of one that is neither, and not everything can be compared.
 */
export function unlessIncomparable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
