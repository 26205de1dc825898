/** JSON whose shape is not known. */

/** Whether a value has named fields: neither null nor a list. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
