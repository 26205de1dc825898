/** What the driver makes of values for a statement; its types leave it out. */
declare module 'pg/lib/utils.js' {
  export function prepareValue(value: unknown): Buffer | string | null;
}
